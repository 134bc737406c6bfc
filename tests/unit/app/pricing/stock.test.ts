import { describe, expect, test } from "vitest";

import { CartSchema } from "#app/commerce/schemas/cart.ts";
import { ProductSchema } from "#app/commerce/schemas/catalogue.ts";
import { clampToStock, firstInStock, isSoldOut, leftOf } from "#app/pricing/stock.ts";
import { describeShortage } from "#app/routes/product/stock-text.ts";

const fixed = (...rupees: number[]) => rupees.map((min) => ({ id: String(min), min: min * 100, max: min * 100 }));
const range = [{ id: "r", min: 10_000, max: 100_000 }];

describe("the stock of an amount", () => {
  const stock = [
    { amount: 10_000, left: 0 },
    { amount: 25_000, left: 6 },
    { amount: 50_000, left: null },
  ];
  const product = { denominations: fixed(100, 250, 500), stock };

  test("is the backend's figure, and unknown for any other amount", () => {
    expect([10_000, 25_000, 50_000, 70_000].map((amount) => leftOf(product, amount))).toEqual([0, 6, null, null]);
    expect(leftOf({}, 10_000)).toBeNull();
  });

  test("determines the first amount on the page, and if a card is sold out", () => {
    expect(firstInStock(product)).toBe(25_000);
    expect(isSoldOut(product)).toBe(false);
    expect(isSoldOut({ ...product, stock: stock.map(({ amount }) => ({ amount, left: 0 })) })).toBe(true);
    expect(isSoldOut({ denominations: fixed(100) })).toBe(false);
    expect(isSoldOut({ denominations: [], stock })).toBe(false);
  });

  test("for a card with a range counts amounts with separate vouchers singly, and all others together", () => {
    const own = { amount: 75_000, left: 2 };
    const some = { denominations: range, stock: [own, { amount: null, left: 0 }] };
    expect([leftOf(some, 75_000), leftOf(some, 80_000), firstInStock(some)]).toEqual([2, 0, 75_000]);
    expect(firstInStock({ ...some, stock: [own, { amount: null, left: 4 }] })).toBe(10_000);
    expect(isSoldOut({ ...some, stock: [{ amount: null, left: 0 }] })).toBe(true);
    const largest = { amount: 100_000, left: 1 };
    expect(firstInStock({ ...some, stock: [largest, { amount: null, left: 0 }] })).toBe(100_000);
    const beyond = { amount: 100_001, left: 1 };
    expect(isSoldOut({ ...some, stock: [beyond, { amount: null, left: 0 }] })).toBe(true);
  });

  test("limits the quantity, and the page shows the reason", () => {
    expect([clampToStock("9", 6), clampToStock("9", null), clampToStock("9", 0)]).toEqual([6, 9, 9]);
    const shortage = (rupees: number, quantity: number) =>
      describeShortage(product, { denomination: rupees * 100, quantity });
    expect([shortage(100, 1), shortage(250, 7), shortage(250, 6), shortage(500, 999)]).toEqual([
      "₹100.00 is sold out. Please choose another amount.",
      "Only 6 of ₹250.00 are left. Please choose a smaller quantity.",
      null,
      null,
    ]);
  });
});

describe("the host's answer", () => {
  const product = { id: 1, name: "Card", denominations: [{ min: 100 }] };
  test.each([
    [undefined, []],
    [null, []],
    ["many", []],
    [[{ amount: "100", left: "3" }], [{ amount: 10_000, left: 3 }]],
    [[{ amount: null, left: null }], [{ amount: null, left: null }]],
    [
      [{ amount: 100, left: 1, expires_at: "2027-03-31" }],
      [{ amount: 10_000, left: 1, expiresAt: Date.UTC(2027, 2, 30, 18, 30) }],
    ],
    [[{ amount: 100, left: 1, expires_at: "soon" }], [{ amount: 10_000, left: 1 }]],
    [[{ amount: 100, left: "plenty" }], [{ amount: 10_000, left: null }]],
    [[{ amount: 100, left: -1 }, { left: 0 }, { amount: "x", left: 0 }, 7], [{ amount: 10_000, left: null }]],
  ])("about stock may be %j", (stock, expected) => {
    expect(ProductSchema.parse({ ...product, stock }).stock).toEqual(expected);
  });

  test.each([
    [undefined, null],
    [null, null],
    ["6", 6],
    [0, 0],
    [2.5, null],
    [[], null],
  ])("about a line's stock may be %j", (stock_left, expected) => {
    const line = { id: 1, product: { name: "Card" }, quantity: 2, price: 100, stock_left };
    expect(CartSchema.parse([line])[0]!.stockLeft).toBe(expected);
  });
});
