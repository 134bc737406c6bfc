import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import express from "express";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { sendError } from "#app/http/send-error.server.ts";
import { shopCookies } from "#app/session/cookies.server.ts";
import type { Site } from "#app/tenant/site.server.ts";

// The console's step that reads forms with files, before a server that answers for the API.

const LARGE = "x".repeat(200_000);
const TYPE = { "content-type": "application/x-www-form-urlencoded" };

const opened: { close(): unknown }[] = [];
afterAll(() => {
  opened.forEach((server) => server.close());
  vi.unstubAllEnvs();
});

async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The API's answer, and its received requests. */
let status = 200;
let asked: string[] = [];
beforeEach(() => void (asked = []));

let origin: string;
let cookie: string;
beforeAll(async () => {
  const api = await listen((req, res) => {
    asked.push(`${req.method} ${req.url} ${req.headers.authorization}`);
    res.writeHead(status).end("{}");
  });
  vi.stubEnv("COMMERCE_API_URL", api);
  vi.stubEnv("FORWARD_KEY", "only-for-tests-only-for-tests-only-for-tests");
  vi.resetModules(); // the settings are read once
  const { readFormBody } = await import("#console/request/file-forms.server.ts");
  const { createStaffConnections } = await import("#console/base/staff-api.server.ts");
  const connections = createStaffConnections();
  const site = { tenant: { id: "_console" }, origin: "http://console.localhost", isSecure: false } as Site;
  cookie = (await shopCookies(site).accessToken.serialize("a-token-of-somebody")).split(";")[0]!;
  const app = express();
  app.use((req, _res, next) => {
    Object.assign(req, { site, clientAddress: "203.0.113.7", requestId: "r1" });
    next();
  });
  app.use(readFormBody(connections));
  app.use((req, res) => void res.json({ read: (req.body as Buffer).length }));
  app.use(sendError);
  origin = await listen(app);
});

async function post(body: string, headers: Record<string, string> = { cookie }) {
  const url = `${origin}/brands/aurora/brand/pictures`;
  const answer = await fetch(url, { method: "POST", headers: { ...TYPE, ...headers }, body });
  return { status: answer.status, text: await answer.text() };
}

test("a member's large form is read after the API has confirmed the session, by one call", async () => {
  status = 200;
  expect(await post(LARGE)).toEqual({ status: 200, text: '{"read":200000}' });
  expect(asked).toEqual(["GET /_staff/me Bearer a-token-of-somebody"]);
});

test("a large form with an unknown session is refused", async () => {
  status = 401;
  const refused = { status: 413, text: expect.stringContaining("This form is too large.") };
  expect(await post(LARGE)).toEqual(refused);
  expect(await post(LARGE, {})).toEqual(refused);
  expect(asked).toHaveLength(1);
});

test("while the API cannot check the session, a large form is refused for the moment only", async () => {
  status = 503;
  expect(await post(LARGE)).toEqual({ status: 503, text: expect.stringContaining("Nothing was changed") });
});

test("a small form is read without a call to the API", async () => {
  status = 401;
  expect(await post("a=1")).toEqual({ status: 200, text: '{"read":3}' });
  expect(asked).toEqual([]);
});
