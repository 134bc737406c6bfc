import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { pino } from "pino";
import { expect, test } from "vitest";

import { followChanges } from "#app/commerce/follow-changes.server.ts";

import { waitUntil } from "../../../helpers/waiting/patience.ts";

/** Follows an API that answers like this. */
async function follow(answer: RequestListener) {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const server = createServer((req, res) => answer(req, res)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes`;
  const changes = followChanges({ url, key: "the key", log });
  return {
    ...changes,
    lines,
    async [Symbol.asyncDispose]() {
      changes.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("follows each brand's version, and requests only changes", async () => {
  let body: Record<string, string> = { acme: "1", globex: "1" };
  const asked: unknown[] = [];
  await using changes = await follow((req, res) => {
    const etag = JSON.stringify(Object.values(body).join());
    asked.push([req.headers["x-awning-key"], req.headers["if-none-match"]]);
    res.setHeader("ETag", etag);
    if (req.headers["if-none-match"] === etag) res.writeHead(304).end();
    else res.end(JSON.stringify(body));
  });
  await waitUntil(() => changes.versionOf("acme") === "1", 20);
  expect([changes.versionOf("unknown"), changes.versionOf("constructor")]).toEqual([undefined, undefined]);
  body = { acme: "2", globex: "1" };
  await waitUntil(() => changes.versionOf("acme") === "2", 20);
  await waitUntil(() => asked.length === 3, 20);
  expect(asked).toEqual([
    ["the key", undefined],
    ["the key", '"1,1"'],
    ["the key", '"2,1"'],
  ]);
  expect(changes.versionOf("globex")).toBe("1");
});

test.each<[string, RequestListener]>([
  ["fails", (_req, res) => res.writeHead(503).end("{}")],
  ["answers something else", (_req, res) => res.end('{"acme":{"version":3}}')],
  ["answers no JSON", (_req, res) => res.end("<html>")],
  ["hangs up", (req) => req.socket.destroy()],
])("keeps the last versions while the API %s, and logs it once", async (_, fail) => {
  let isFailing = false;
  let failures = 0;
  let version = "1";
  await using changes = await follow((req, res) => {
    if (!isFailing) return void res.end(JSON.stringify({ acme: version }));
    failures++;
    fail(req, res);
  });
  await waitUntil(() => changes.versionOf("acme") === "1", 20);
  isFailing = true;
  await waitUntil(() => failures >= 2, 20);
  expect(changes.versionOf("acme")).toBe("1");
  [isFailing, version] = [false, "2"];
  await waitUntil(() => changes.versionOf("acme") === "2", 20);
  expect(changes.lines.filter((line) => line.includes("changes of the catalogues are not known"))).toHaveLength(1);
});
