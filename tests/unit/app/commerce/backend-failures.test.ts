import { afterEach, beforeEach, expect, test } from "vitest";

import { ForeignHost } from "../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../helpers/storefront/client.ts";

let host: ForeignHost;
beforeEach(async () => {
  host = await new ForeignHost().start();
});
afterEach(() => host[Symbol.asyncDispose]());

const FAILURES: [status: number, body: unknown, error: object][] = [
  [500, "<html><h1>Traceback (most recent call last)</h1></html>", { kind: "status", status: 500, text: null }],
  [404, { detail: "Not here" }, { kind: "status", status: 404, text: "Not here" }],
  [409, { details: { errorMessage: "Taken" } }, { kind: "status", status: 409, text: "Taken" }],
  [400, { message: "Bad\u0000thing\r\n" }, { kind: "status", text: "Bad thing" }],
  [400, { detail: ["list"] }, { kind: "status", text: null }],
  [400, { detail: "x".repeat(5_000) }, { kind: "status", text: "x".repeat(200) }],
  [200, "<html>", { kind: "shape" }],
  [200, "null", { kind: "shape" }],
  [200, '{"results": 5}', { kind: "shape" }],
  [200, '[{"id":', { kind: "shape" }],
];
test.each(FAILURES)("reports %d %j [SSR-03]", async (status, body, error) => {
  const { commerce } = await (await clientOf(host)).open();
  host.fail("GET /products/", status, body);
  expect(await commerce.listProducts({ subcategories: [], sort: "recommended", page: 1 })).toMatchObject({
    ok: false,
    error,
  });
});

test("stops reading an answer beyond two megabytes [SSR-09]", async () => {
  const { commerce } = await (await clientOf(host)).open();
  host.fail("GET /search/", 200, JSON.stringify(Array(300_000).fill({ id: 1 })));
  expect(await commerce.search("card")).toEqual({ ok: false, error: { kind: "shape" } });
});

test("reports a backend that is not there [SSR-02]", async () => {
  const { commerce } = await (await clientOf(host, { url: "http://127.0.0.1:9" })).open();
  expect(await commerce.search("card")).toEqual({ ok: false, error: { kind: "network" } });
});

test("gives up on a backend that never answers [SSR-01]", async () => {
  const { commerce } = await (await clientOf(host)).open();
  host.delay("GET /search/", 600_000); // the deadline is longer while the machine is busy
  expect(await commerce.search("card")).toEqual({ ok: false, error: { kind: "timeout" } });
});

test("does not follow a redirect with the bearer [RED-06]", async () => {
  const { commerce } = await (await clientOf(host)).signIn();
  host.fail("GET /cart/", 302, "");
  expect(await commerce.getCart()).toMatchObject({ ok: false, error: { kind: "status", status: 302 } });
});

test("drops bad items and keeps the rest of the list", async () => {
  const { commerce } = await (await clientOf(host)).open();
  const good = { id: 7, name: "Good", denominations: [{ min: "x" }, { min: "100", max: null }] };
  host.fail("GET /search/", 200, [null, 5, "x", {}, { id: 1 }, { id: null, name: "No id" }, good]);
  const found = await commerce.search("card");
  expect(found).toMatchObject({ ok: true, value: [{ id: "7", denominations: [{ min: 10_000, max: 10_000 }] }] });
  expect(found.ok && found.value).toHaveLength(1);
});
