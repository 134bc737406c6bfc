import { EventEmitter } from "node:events";

import type { Request, Response } from "express";
import { expect, test } from "vitest";

import { takeTurns } from "#app/http/form-turns.server.ts";

/** Forms that reach the middleware; each goes on until `close`. */
function createForms(bounds: Parameters<typeof takeTurns>[0]) {
  const middleware = takeTurns(bounds);
  const begun: string[] = [];
  const refused: string[] = [];
  const send = (name: string, { brand = "maple", address = "192.0.2.9", method = "POST", isClosed = false } = {}) => {
    const res = Object.assign(new EventEmitter(), { closed: isClosed, setHeader() {} });
    const req = { method, site: { tenant: { id: brand } }, clientAddress: address };
    const next = (error?: unknown) => void (error ? refused : begun).push(name);
    void middleware(req as Request, res as unknown as Response, next);
    return { close: () => res.emit("close") };
  };
  return { send, begun, refused };
}

test("some forms of a network run in parallel, and each end of one starts the next in the queue", () => {
  const { send, begun, refused } = createForms({ atOnce: 2, maxWaiting: 3 });
  const [first] = ["1", "2", "3", "4", "5", "6"].map((name) => send(name));
  expect(begun).toEqual(["1", "2"]);
  expect(refused).toEqual(["6"]);
  first!.close();
  expect(begun).toEqual(["1", "2", "3"]);
});

test("neither another network, nor another brand, nor a page waits for them", () => {
  const { send, begun } = createForms({ atOnce: 1, maxWaiting: 1 });
  send("1");
  send("2");
  send("other network", { address: "192.0.2.10" });
  send("other brand", { brand: "cedar" });
  send("page", { method: "GET" });
  send("IPv6", { address: "2001:db8:1:2::7" });
  send("the same /64", { address: "2001:db8:1:2::8" });
  expect(begun).toEqual(["1", "other network", "other brand", "page", "IPv6"]);
});

test("a client that leaves the queue frees its place, and its form never begins", () => {
  const { send, begun, refused } = createForms({ atOnce: 1, maxWaiting: 1 });
  const first = send("1");
  send("left").close();
  send("3");
  first.close();
  expect([begun, refused]).toEqual([["1", "3"], []]);
});

test("a client that has left before its turn takes no place", () => {
  const { send, begun } = createForms({ atOnce: 1, maxWaiting: 1 });
  send("gone", { isClosed: true });
  send("there");
  expect(begun).toEqual(["there"]);
});

test("every method that may change something takes a turn", () => {
  const { send, begun } = createForms({ atOnce: 1, maxWaiting: 1 });
  for (const method of ["PUT", "PATCH"]) send(method, { method });
  send("read", { method: "GET" });
  expect(begun).toEqual(["PUT", "read"]);
});
