import { once } from "node:events";
import type { AddressInfo } from "node:net";

import express, {
  type ErrorRequestHandler,
  type Request as ExpressRequest,
  type RequestHandler,
  type Response as ExpressResponse,
} from "express";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";

import { createExpressHandler } from "#app/http/react-router-handler.server.ts";
import { acceptOnlyForms, readBody } from "#app/http/request-body.server.ts";
import { documentContext } from "#app/request/context.ts";

/** The Request that a page's loader gets for these headers. */
async function requestFor(headers: Record<string, string>): Promise<Request> {
  let seen: Request | undefined;
  const req = { method: "GET", originalUrl: "/cart?x=1", headers, site: { origin: "https://a.example" } };
  const res = { once() {}, status() {}, setHeader() {}, end() {} };
  const context = new RouterContextProvider();
  context.set(documentContext, { html: Buffer.from("page") });
  const handle = async (request: Request) => {
    seen = request;
    return new Response();
  };
  const answer = createExpressHandler(handle, () => context);
  await answer(req as unknown as ExpressRequest, res as unknown as ExpressResponse, () => {});
  return seen!;
}

const CLAIMS = {
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "http",
  "x-forwarded-for": "203.0.113.9",
  "x-forwarded-port": "81",
  forwarded: "host=evil.example",
  "x-real-ip": "203.0.113.9",
};

test("takes a page's address from its site, even if headers claim another host [HOST-03]", async () => {
  expect((await requestFor({ host: "b.example", ...CLAIMS })).url).toBe("https://a.example/cart?x=1");
});

test("hides from pages the origin that a proxy or a forging client claims for a request [HOST-03]", async () => {
  const { headers } = await requestFor({ host: "b.example", cookie: "js=1", ...CLAIMS });
  expect([...headers.keys()]).toEqual(["cookie", "host"]);
});

test("gives pages text only: a form that may hold a file is refused with 415 [INP-17]", async () => {
  const app = express();
  const refuse: ErrorRequestHandler = ({ status }, _req, res, _next) => void res.status(status).end();
  const reach: RequestHandler = (_req, res) => void res.end("reached");
  app.use(readBody, acceptOnlyForms, reach, refuse);
  await using server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const post = async (body: FormData | URLSearchParams) => {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/redeem-voucher`, { method: "POST", body });
    return [answer.status, await answer.text()];
  };
  const form = new FormData();
  form.set("code", new File(["text"], "code.txt"));
  expect(await post(form)).toEqual([415, ""]);
  expect(await post(new URLSearchParams({ code: "text" }))).toEqual([200, "reached"]);
});
