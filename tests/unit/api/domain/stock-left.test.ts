import { expect, test } from "vitest";

import { shareStock, tellLeft, tellLine } from "../../../../api/domain/stock-left.ts";

test.each([
  [0, 0],
  [10, 10],
  [11, null],
  [100_000, null],
])("shows %d cards in stock as %s", (count, told) => {
  expect(tellLeft(count)).toBe(told);
});

test.each([
  [0, 0],
  [10, 10],
  [11, 10],
  [24, 10],
  [25, 25],
  [998, 500],
])("with %d in stock, tells a line that wants more: %d", (count, told) => {
  expect(tellLine(count)).toBe(told);
});

test("gives lines the vouchers of their exact amount first, then open ones, in order", () => {
  const line = (product_id: number, denomination: number, quantity: number, exact: number, open: number) => ({
    ...{ product_id, denomination, quantity, exact, open },
  });
  const lines = [
    line(1, 500, 3, 2, 4), // two of 500, one open
    line(1, 900, 2, 0, 4), // two open: one is left
    line(1, 500, 5, 2, 4), // the last open one
    line(2, 500, 1, 0, 1), // another product's
  ];
  expect(shareStock(lines).map(({ available }) => available)).toEqual([3, 2, 1, 1]);
});
