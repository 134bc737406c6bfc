import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";

import express from "express";
import { Registry } from "prom-client";
import { request } from "undici";
import { afterEach, expect, test } from "vitest";

import { createFileCache, FOREVER } from "#app/http/files/file-cache.server.ts";

import { type Tenant, TenantSchema } from "../../../../config/brand/schema.ts";

const SVG = `<svg>${"<path/>".repeat(100)}</svg>`;
const CARD = "/media/cards/1.svg?v=abcdefghijk";

const opened: { close(): unknown }[] = [];
afterEach(() => opened.splice(0).forEach((server) => server.close()));

/** A server of two brands whose pictures contain their brand, their address and the number of drawings so far. */
async function start(limits = {}, cacheControl = FOREVER) {
  const registry = new Registry();
  const cache = createFileCache(registry, limits);
  const tenants: Record<string, Tenant> = {};
  const drawn: string[] = [];
  const reload = (id: string) => (tenants[id] = TenantSchema.parse({ id, hostnames: [`${id}.localhost`] }));
  ["acme", "beta"].forEach(reload);
  const app = express();
  app.use(async (req, res) => {
    drawn.push(`${req.site.tenant.id} ${req.url}`);
    res.set({ "Cache-Control": cacheControl, "Content-Type": "image/svg+xml", ETag: 'W/"of-the-api"' });
    await cache.send(req, res, Buffer.from(`${req.site.tenant.id} ${req.url} ${drawn.length} ${SVG}`));
  });
  const answer = cache.serve(app);
  const server = createServer((req: IncomingMessage, res) => {
    const id = req.headers.host!.split(".")[0]!;
    req.site = { tenant: tenants[id]!, origin: `http://${id}.localhost`, isSecure: false };
    answer(req, res);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push(server);
  type Sent = { brand?: string; method?: "GET" | "HEAD"; [header: string]: string | undefined };
  async function get(path: string, { brand = "acme", method = "GET", ...headers }: Sent = {}) {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const got = await request(origin + path, { method, headers: { host: `${brand}.localhost`, ...headers } });
    return { status: got.statusCode, headers: got.headers, body: Buffer.from(await got.body.arrayBuffer()) };
  }
  return { get, drawn, reload, registry };
}

test("a file whose address names its content is drawn once and compressed", async () => {
  const { get, drawn } = await start();
  const first = await get(CARD, { "accept-encoding": "br" });
  const second = await get(CARD, { "accept-encoding": "gzip, br" });
  expect(drawn).toEqual([`acme ${CARD}`]);
  expect(second.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
    "content-type": "image/svg+xml",
    vary: "Accept-Encoding",
  });
  expect(second.body.equals(first.body)).toBe(true);
  expect(brotliDecompressSync(second.body).toString()).toBe(`acme ${CARD} 1 ${SVG}`);
  expect((await get(CARD)).body.toString()).toBe(`acme ${CARD} 1 ${SVG}`);

  const known = await get(CARD, { "if-none-match": second.headers.etag as string });
  expect([known.status, known.body.length, known.headers["cache-control"]]).toEqual([304, 0, FOREVER]);
  expect([first.headers.etag, known.headers.etag]).toEqual(Array(2).fill(expect.stringMatching(/^W\/"[\w-]{22}"$/)));
  const head = await get(CARD, { method: "HEAD" });
  expect([head.status, head.body.length, Number(head.headers["content-length"]) > SVG.length]).toEqual([200, 0, true]);
});

test("no brand gets the file of another one, and none that was made before its configuration changed", async () => {
  const { get, drawn, reload } = await start();
  await get(CARD);
  expect((await get(CARD, { brand: "beta" })).body.toString()).toContain(`beta ${CARD} 2`);
  expect((await get(CARD)).body.toString()).toContain(`acme ${CARD} 1`);
  reload("acme");
  expect((await get(CARD)).body.toString()).toContain(`acme ${CARD} 3`);
  expect(drawn).toHaveLength(3);
});

test.each([
  ["without a version", "/media/cards/1.svg"],
  ["with more than a version", `${CARD}&x=1`],
  ["of another folder", "/assets/1.svg?v=abcdefghijk"],
])("a file %s is not kept", async (_, path) => {
  const { get, drawn } = await start();
  await get(path);
  await get(path);
  expect(drawn).toHaveLength(2);
});

test("a file that caches may keep for a day is not kept, and has a validator", async () => {
  const { get, drawn } = await start({}, "public, max-age=86400");
  const { headers } = await get("/media/brand/logo.svg?v=old");
  expect([headers["cache-control"], headers.etag]).toEqual(["public, max-age=86400", expect.stringMatching(/^W\/"/)]);
  await get("/media/brand/logo.svg?v=old");
  expect(drawn).toHaveLength(2);
});

test("a brand that needs more than its share loses its oldest files, and no other brand's; metrics show the share", async () => {
  const { get, drawn, registry } = await start({ ofBrand: 12_000 });
  const card = (id: number) => `/media/cards/${id}.svg?v=abcdefghijk`;
  await get(card(1), { brand: "beta" });
  for (let id = 1; id <= 5; id++) await get(card(id));
  const [{ values }] = (await registry.getMetricsAsJSON()) as unknown as [
    { values: { labels: { tenant: string }; value: number }[] },
  ];
  const bytes = Object.fromEntries(values.map(({ labels, value }) => [labels.tenant, value]));
  expect(bytes.acme).toBeLessThanOrEqual(12_000);
  expect(bytes.acme! + bytes.beta!).toBeGreaterThan(12_000);

  drawn.length = 0;
  await get(card(1), { brand: "beta" });
  await get(card(5));
  await get(card(1));
  expect(drawn).toEqual([`acme ${card(1)}`]);
});
