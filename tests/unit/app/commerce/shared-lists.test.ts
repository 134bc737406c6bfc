import { afterEach, beforeEach, expect, test } from "vitest";

import type { ProductQuery } from "#app/commerce/types.ts";

import { ForeignHost } from "../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../helpers/storefront/client.ts";

const QUERY: ProductQuery = { sort: "recommended", subcategories: [], page: 1 };
let host: ForeignHost;
beforeEach(async () => {
  host = await new ForeignHost().start();
});
afterEach(() => host[Symbol.asyncDispose]());

const calls = () => host.recorded("GET /products/").length;

test("shares one call for a list, and its answer, among visitors without a session", async () => {
  const { open } = await clientOf(host);
  const clients = await Promise.all([open(), open(), open()]);
  const lists = await Promise.all(clients.map(({ commerce }) => commerce.listProducts(QUERY)));
  expect(calls()).toBe(1);
  expect(lists.map((list) => list.ok && list.value.products.length > 0)).toEqual([true, true, true]);
  expect(host.recorded("GET /products/")[0]!.headers.authorization).toBeUndefined();
  await clients[0]!.commerce.listProducts({ ...QUERY, page: 2 });
  expect(calls()).toBe(2);
});

test("does not share a failure: the next visitor's call is sent again", async () => {
  const { open } = await clientOf(host);
  const { commerce } = await open();
  host.fail("GET /products/", 500);
  expect((await commerce.listProducts(QUERY)).ok).toBe(false);
  host.heal();
  expect((await commerce.listProducts(QUERY)).ok).toBe(true);
});

test("calls another backend separately for each signed-in shopper, with the shopper's own bearer [TEN-05]", async () => {
  const { open, signIn } = await clientOf(host);
  await (await open()).commerce.listProducts(QUERY);
  const { commerce, session } = await signIn();
  await commerce.listProducts(QUERY);
  await commerce.listProducts(QUERY);
  const bearers = host.recorded("GET /products/").map(({ headers }) => headers.authorization);
  expect(bearers).toEqual([undefined, ...Array(2).fill(`Bearer ${session.tokens!.accessToken}`)]);
});
