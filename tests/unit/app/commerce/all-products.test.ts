import { expect, test } from "vitest";

import { readAllProducts } from "#app/commerce/all-products.server.ts";
import { type Ask, readAnswer } from "#app/commerce/read-answer.ts";
import { fail, type Result, succeed } from "#app/commerce/result.ts";
import type { Call } from "#app/commerce/transport.server.ts";
import { findProduct } from "#app/routes/product/find-product.server.ts";

import { ForeignHost } from "../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../helpers/storefront/client.ts";

const reading =
  (send: (call: Call) => Promise<Result<unknown>>): Ask =>
  async (call, schema) =>
    readAnswer(await send(call), schema);

/** A backend of `count` products that returns `perPage` at once, for any requested page size. */
function hostOf(count: number, { perPage = 8, failsAt = Infinity, takesMs = 0 } = {}) {
  const clock = { now: 0 };
  async function send({ query }: Call): Promise<Result<unknown>> {
    const page = Number(query!.get("page"));
    clock.now += takesMs;
    if (page === failsAt) return fail({ kind: "timeout" });
    const length = Math.max(0, Math.min(perPage, count - (page - 1) * perPage));
    const ids = Array.from({ length }, (_, index) => (page - 1) * perPage + index + 1);
    const next = page * perPage < count ? "more" : null;
    return succeed({ results: ids.map((id) => ({ id, name: `Card ${id}`, denominations: [] })), next, count });
  }
  return { read: () => readAllProducts(reading(send), () => clock.now) };
}
const lengthOf = async (answer: Promise<Result<unknown[]>>) => {
  const result = await answer;
  return result.ok ? result.value.length : result.error.kind;
};

test("reads all pages of a backend that returns fewer products than requested", async () => {
  expect(await lengthOf(hostOf(20).read())).toBe(20);
});

test("ends the list at a later page that fails, and fails when the first page fails", async () => {
  expect(await lengthOf(hostOf(20, { failsAt: 2 }).read())).toBe(8);
  expect(await lengthOf(hostOf(20, { failsAt: 1 }).read())).toBe("timeout");
});

test("stops an endless catalogue after ten seconds or 200 pages", async () => {
  const slow = hostOf(1e6, { takesMs: 1_000 });
  expect(await lengthOf(slow.read())).toBe(80);
  const quick = hostOf(1e6);
  expect(await lengthOf(quick.read())).toBe(1_600);
});

test("stops after two calls when the backend repeats its first page", async () => {
  const pages: number[] = [];
  const results = [{ id: 1, name: "Only" }];
  const ask = reading(async ({ query }) => {
    pages.push(Number(query!.get("page")));
    return succeed({ results, next: "more", count: 1 });
  });
  expect(await lengthOf(readAllProducts(ask))).toBe(1);
  expect(pages).toEqual([1, 2]);
});

test("finds a product on the eighth page, and searches for a missing one only from time to time [R-13]", async () => {
  await using host = await new ForeignHost({ products: 60, mostPerPage: 8 }).start();
  const { signIn, commerceBackend } = await clientOf(host);
  const { commerce } = await signIn();
  const find = (id: string) => findProduct(commerce, commerceBackend, { id, name: null });
  expect(await find("gc-058")).toMatchObject({ ok: true, value: { name: "Foreign Card 58" } });
  expect(host.recorded("GET /products/")).toHaveLength(8);
  for (let times = 0; times < 2; times++) expect(await find("gc-061")).toEqual({ ok: true, value: null });
  expect(host.recorded("GET /products/").length).toBeLessThanOrEqual(16);
});
