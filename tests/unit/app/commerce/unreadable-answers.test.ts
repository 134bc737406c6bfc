import { Registry } from "prom-client";
import { describe, expect, test } from "vitest";

import { createCommerceBackends } from "#app/commerce/backend.server.ts";
import { CartSchema } from "#app/commerce/schemas/cart.ts";
import { HomeSchema, ProductSchema } from "#app/commerce/schemas/catalogue.ts";

import { TenantSchema } from "../../../../config/brand/schema.ts";
import { ForeignHost } from "../../../helpers/backend/foreign-host.ts";

// The shopper pays the total of the cart, so one line in doubt refuses the cart.

const line = { id: 1, product: { name: "Card" }, quantity: 1, price: 100 };
const from = (min: unknown) => ({ ...line.product, denominations: [{ min }, { min: 900 }] });

describe("a cart's line", () => {
  test.each<[string, object, paise: number]>([
    ["a price", {}, 10_000],
    ["texts", { quantity: "2", price: "1,100.50", to_pay: "2201.00" }, 220_100],
    ["selectedDenomination in place of a price", { price: undefined, selectedDenomination: 80, to_pay: 80 }, 8_000],
    ["floats whose product is a hair off", { price: 8.2, quantity: 3, to_pay: 8.2 * 3 }, 2_460],
    ["the first denomination's min alone", { price: null, product: from(250), quantity: 2 }, 50_000],
    ["a price beside a higher mrp and its currency", { mrp: 120, currency: "INR", qty: "1" }, 10_000],
    [
      "the first denomination's min beside the whole product",
      { price: null, product: { ...from(100), price: "100.00", price_mrp: 120 }, generated_at: "2026-11-29" },
      10_000,
    ],
    ["a price beside a product's list price", { product: { ...from(100), price: 900 } }, 10_000],
    ["a price beside unreadable denominations", { product: from("low") }, 10_000],
  ])("costs the amount of its fields: %s", (_what, fields, paise) => {
    expect(CartSchema.parse([{ ...line, ...fields }])[0]!.toPay).toBe(paise);
  });

  test.each<[string, object]>([
    ["no id", { id: undefined }],
    ["a price that is no amount", { price: "abc" }],
    ["an empty price", { price: "" }],
    ["a price of nothing", { price: 0 }],
    ["a selectedDenomination that is no amount", { selectedDenomination: {} }],
    ["no amount at all", { price: undefined }],
    ["a first denomination without a readable min", { price: undefined, product: from("low") }],
    ["a quantity in words", { quantity: "two" }],
    ["a quantity of none", { quantity: 0 }],
    ["half a card", { quantity: 1.5 }],
    ["no quantity", { quantity: null }],
    ["true for a quantity", { quantity: true }],
    ["a to_pay of less", { to_pay: 80 }],
    ["a to_pay of nothing", { to_pay: 0 }],
    ["a to_pay that is no amount", { to_pay: "free" }],
    ["two amounts and no to_pay", { selectedDenomination: 80 }],
    ["a larger amount under another name", { unitValue: 5_000 }],
    ["a larger sum under another name", { subtotal: "5000.00" }],
    ["two amounts, one of which is in to_pay", { price: 500, selectedDenomination: 100, quantity: 2, to_pay: 200 }],
    ["an amount whose comma may separate paise", { price: "500,00" }],
    ["a choice by its id", { price: undefined, product: from(100), denomination_id: 2 }],
    ["an amount one level down", { price: undefined, product: from(100), value: { amount: 500 } }],
    ["a variant with a price", { price: undefined, product: from(100), variant: { price: 500 } }],
    ["an amount of the product", { price: undefined, product: { ...from(100), price: 500 } }],
    ["an mrp alone", { price: undefined, product: from(100), mrp: 500 }],
    ["another quantity under another name", { qty: 5 }],
    ["another currency", { currency: "USD" }],
    ["an amount under another name", { price: undefined, product: from(100), denomination: 500 }],
    ["a gift that cannot be read", { gift: { recipient_phone: "9000000001" } }],
    ["a million cards", { quantity: 1_000_000 }],
    ["more paise than an integer holds", { price: 999_999_999_999, quantity: 999_999 }],
  ])("refuses the cart: %s", (_what, fields) => {
    expect(CartSchema.safeParse([line, { ...line, ...fields }]).success).toBe(false);
  });
});

describe("a page of a cart", () => {
  const whole = { results: [line, line] };

  test.each([
    whole,
    { ...whole, count: 2 },
    { ...whole, meta: { page: 1, total_pages: 1, totalCount: 2 } },
    { ...whole, links: { next: null } },
    { ...whole, _links: { self: { href: "/cart/" } } },
    { ...whole, links: [{ rel: "self", href: "/cart/" }] },
    { ...whole, total: 150_000, meta: { total: 1500 } },
    { ...whole, pagination: { total: 2, per_page: 50, current_page: 1 } },
    { ...whole, page_count: 1, page: 1 },
    { ...whole, page: { number: 0, total_pages: 1, total_elements: 2 }, last: true, truncated: false },
    { ...whole, grand_total: 200, totalAmount: "180.00", to_pay: null },
    { ...whole, count: 1, next: null, has_more: false, has_next: "" },
  ])("that is all of it is read: %j", (answer) => {
    expect(CartSchema.parse(answer)).toHaveLength(2);
  });

  test.each([
    { ...whole, count: 3 },
    { ...whole, next: "/cart/?page=2" },
    { ...whole, has_more: true },
    { ...whole, has_next: 1 },
    { results: { products: [line], next: "/cart/?page=2" } },
    { results: { products: [line], count: 5 } },
    { ...whole, next_page_url: "/cart/?page=2" },
    { ...whole, pagination: { next: 2 } },
    { ...whole, pagination: { total_pages: 3, page: 1 } },
    { ...whole, hasNextPage: true },
    { ...whole, meta: { totalCount: 5 } },
    { ...whole, links: { next: "/cart/?page=2" } },
    { ...whole, total_pages: 2 },
    { ...whole, pagination: { total: 3, per_page: 2 } },
    { ...whole, meta: { currentPage: 1, total: 3 } },
    { ...whole, _links: { next: { href: "/cart/?page=2" } } },
    { ...whole, links: [{ rel: "next", href: "/cart/?page=2" }] },
    { ...whole, page_count: 2 },
    { results: [{ ...line, quantity: 3 }], count: 3 },
    { ...whole, page: 1, limit: 2, total: 3 },
    { ...whole, pagination: { count: 2, total: 3, per_page: 2, current_page: 1 } },
    { ...whole, count: 2, meta: { total: 3, page: 1, per_page: 2 } },
    { ...whole, meta: { pagination: { page: 1, pageCount: 3, total: 5 } } },
    { ...whole, page: 1, pages: 3 },
    { ...whole, num_pages: 3 },
    { ...whole, nextPageToken: "abc" },
    { ...whole, page: { number: 0, total_pages: 3 } },
    { ...whole, last: false },
    { ...whole, isLastPage: false },
    { ...whole, truncated: true },
    { ...whole, totalElements: 3 },
    { ...whole, item_count: 3 },
    { ...whole, grand_total: 5000 },
    { ...whole, totalAmount: "200.01" },
    { ...whole, meta: { to_pay: 5000 } },
  ])("that is not all of it is refused: %j", (answer) => {
    expect(CartSchema.safeParse(answer).success).toBe(false);
  });
});

test("a cart with metadata of any depth is read", () => {
  const meta = Array.from({ length: 20_000 }).reduce<object>((inner) => ({ meta: inner }), { count: 9 });
  expect(CartSchema.parse({ results: [line], meta })).toHaveLength(1);
});

test("an amount of zero cannot be chosen", () => {
  const product = { id: 1, name: "Card", denominations: [{ min: 0 }, { min: 0.001, max: 500 }, { min: 100 }] };
  expect(ProductSchema.parse(product).denominations).toEqual([{ id: "10000", min: 10_000, max: 10_000 }]);
});

test.each([
  { categories: [{}], subcategories: [] },
  { categories: [], subcategories: [{ id: 1 }] },
])("categories of which none can be read are no empty list: %j", (answer) => {
  expect(HomeSchema.safeParse(answer).success).toBe(false);
});

test("a metric counts the items that could not be read, by brand", async () => {
  await using host = await new ForeignHost().start();
  const registry = new Registry();
  const backends = createCommerceBackends(registry);
  const [first, second] = ["acme", "globex"].map((id) =>
    backends.of(TenantSchema.parse({ id, hostnames: [`${id}.localhost`], api: { url: host.url } })),
  );
  const list = { method: "GET", path: "/products/", query: new URLSearchParams() } as const;
  const card = { id: 1, name: "Card" };
  host.fail("GET /products/", 200, [card, {}, { id: 2 }]);
  expect(await first!.catalogue.getSharedList(list)).toMatchObject({ ok: true, value: { products: [{ id: "1" }] } });
  host.fail("GET /products/", 200, [{}]);
  expect(await second!.catalogue.getSharedList(list)).toEqual({ ok: false, error: { kind: "shape" } });
  const { values } = await registry.getSingleMetric("awning_upstream_unreadable_items_total")!.get();
  expect(values.map(({ labels, value }) => [labels.tenant, value])).toEqual([
    ["acme", 2],
    ["globex", 1],
  ]);
  await backends.close();
});
