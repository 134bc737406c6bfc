import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

import express from "express";
import { afterEach, expect, test } from "vitest";

import type { CommerceBackends } from "#app/commerce/backend.server.ts";
import { createFileCache } from "#app/http/files/file-cache.server.ts";
import { passToEmbeddedApi } from "#app/http/pass-through.server.ts";
import { readBody } from "#app/http/request-body.server.ts";

// The storefront's step in front of a server that records what the embedded API would get.

const opened: { close(): unknown }[] = [];
afterEach(() => opened.splice(0).forEach((server) => server.close()));

async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

type Passed = { url: string; headers: IncomingHttpHeaders; body: Buffer };

async function startShop(answer = (res: ServerResponse): unknown => res.end("ok")) {
  const passed: Passed[] = [];
  const baseUrl = await listen(async (req, res) => {
    passed.push({ url: req.url!, headers: req.headers, body: await buffer(req) });
    answer(res);
  });
  const backend = { isEmbedded: true, baseUrl: `${baseUrl}aurora/`, headersFor: () => ({ "x-request-id": "r1" }) };
  const app = express();
  app.use((req, _res, next) => {
    Object.assign(req, { site: { tenant: {}, origin: "https://shop.example" } });
    next();
  });
  app.use(readBody);
  app.use(passToEmbeddedApi({ of: () => backend } as unknown as CommerceBackends, createFileCache()));
  const shop = await listen(app);
  return { passed, shop, post: (path: string, init: RequestInit) => fetch(shop + path, { method: "POST", ...init }) };
}

const SIGNED = {
  "content-type": "application/json; charset=utf-8",
  "x-razorpay-signature": "a1",
  "x-razorpay-event-id": "evt_1",
  "x-webhook-signature": "b2=",
  "x-webhook-timestamp": "1790000000",
  "x-webhook-version": "2026-01-01",
  "x-webhook-attempt": "1",
  "x-idempotency-key": "i1",
  authorization: "bc842c31",
};

test("a gateway's notification reaches the API byte for byte, with its query and its signature headers", async () => {
  const { passed, post } = await startShop();
  // No JSON parser gives these bytes back: doubled keys, spaces, an escape, a byte that is no UTF-8.
  const body = Buffer.concat([Buffer.from('{ "a":1, "a":1.0,\r\n"b":"\\u20b9" }'), Buffer.from([0xff])]);
  const answer = await post("payment-notification?order_number=ORD1&x=%20", { headers: SIGNED, body });
  expect(answer.status).toBe(200);
  const [{ url, headers, body: got }] = passed as [Passed];
  expect(url).toBe("/aurora/payment-notification?order_number=ORD1&x=%20");
  expect(got.equals(body)).toBe(true);
  expect(headers).toMatchObject({ ...SIGNED, "x-request-id": "r1" });
});

test("a gateway's notification may have a slash at the end of its address", async () => {
  const { passed, post } = await startShop();
  expect((await post("payment-notification/", { headers: SIGNED, body: "{}" })).status).toBe(200);
  expect(passed).toMatchObject([{ url: "/aurora/payment-notification/", headers: { authorization: "bc842c31" } }]);
});

test("nothing else of a notification reaches the API, and no authorization by any other address", async () => {
  const { passed, post } = await startShop();
  const others = { cookie: "access_token=t", "x-forwarded-for": "10.0.0.1", "x-other": "1" };
  await post("payment-notification", { headers: { ...SIGNED, ...others }, body: "{}" });
  await post("sandbox/upi", { headers: SIGNED, body: "{}" });
  expect(passed.map(({ headers }) => Object.keys(others).filter((name) => name in headers))).toEqual([[], []]);
  const proofs = Object.keys(SIGNED).filter((name) => name !== "content-type");
  expect(proofs.filter((name) => name in passed[1]!.headers)).toEqual([]);
});

test("a notification may have the API's 64 KB, and not a byte more", async () => {
  const { passed, post } = await startShop();
  const send = async (bytes: number) =>
    (await post("payment-notification", { headers: SIGNED, body: "x".repeat(bytes) })).status;
  expect(await send(64 * 1024)).toBe(200);
  expect(passed[0]!.body.length).toBe(64 * 1024);
  expect(await send(64 * 1024 + 1)).toBe(413);
  expect(passed).toHaveLength(1);
});

test("a picture that breaks off in the API breaks off for the browser, too", async () => {
  let breakOff = () => {};
  const { shop } = await startShop((res) => {
    res.writeHead(200, { "content-type": "image/png" }).write("half");
    breakOff = () => res.destroy();
  });
  const answer = await fetch(`${shop}media/cards/1.png`);
  const read = answer.arrayBuffer();
  breakOff();
  await expect(read).rejects.toThrow("terminated");
});

test("the API's answer ends when the browser leaves", async () => {
  const ended = Promise.withResolvers<void>();
  const { shop } = await startShop((res) => {
    res.once("close", ended.resolve).writeHead(200).write("half");
  });
  const leave = new AbortController();
  await fetch(`${shop}media/cards/1.png`, { signal: leave.signal });
  leave.abort();
  await expect(ended.promise).resolves.toBeUndefined();
});
