import { describe, expect, test } from "vitest";

import { NO_END } from "../../../../api/domain/stock/shelf-life.ts";
import { addEnds, shareStock, soonestEnd, tellLeft, tellLine } from "../../../../api/domain/stock/stock-left.ts";

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

describe("the share of each line", () => {
  const [SOON, LATER] = [1_000, 2_000];
  const ends = (...counts: [end: number, count: number][]) => counts.map(([end, count]) => ({ end, count }));
  type Pool = ReturnType<typeof ends>;
  const line = (product_id: number, denomination: number, quantity: number, exact: Pool, open: Pool) => ({
    product_id,
    denomination,
    quantity,
    exact,
    open,
  });

  test("takes cards of the exact amount first, then cards of open value, line by line", () => {
    const [exact, open] = [ends([NO_END, 2]), ends([NO_END, 4])];
    const lines = [
      line(1, 500, 3, exact, open), // two of 500, one open
      line(1, 900, 2, [], open), // two open: one is left
      line(1, 500, 5, exact, open), // the last open one
      line(2, 500, 1, [], ends([NO_END, 1])), // another product's
    ];
    expect(shareStock(lines).map(({ available, left }) => [available, left])).toEqual([
      [3, 3],
      [2, 1],
      [1, 0],
      [1, 0],
    ]);
  });

  test("takes the cards that end soonest, and leaves later ones to lines that need them", () => {
    const all = ends([SOON, 2], [LATER, 1]);
    const late = ends([LATER, 1]);
    const shares = shareStock([line(1, 500, 2, all, []), line(1, 500, 1, late, []), line(1, 500, 1, all, [])]);
    expect(shares.map(({ available, taken }) => [available, taken])).toEqual([
      [2, ends([SOON, 2])],
      [1, ends([LATER, 1])],
      [0, []],
    ]);
  });
});

test("counts of cards are added by their ends", () => {
  const [one, two, three] = [
    { end: 1, count: 1 },
    { end: 2, count: 1 },
    { end: 3, count: 2 },
  ];
  expect(addEnds([one, three], [three, two])).toEqual([one, two, { end: 3, count: 4 }]);
});

test.each([
  ["the first card's", [5, 9], 2, 7, 5],
  ["the promised one if a card has no date", [9, NO_END], 2, 7, 7],
  ["the promised one if a supplier sends the rest", [9], 2, 7, 7],
  ["the first card's if the rest comes later", [5], 2, 7, 5],
  ["the promised one if nothing is in stock", [], 1, 7, 7],
])("the soonest end is %s", (_which, taken, quantity, promised, soonest) => {
  const cards = taken.map((end) => ({ end, count: 1 }));
  expect(soonestEnd(cards, quantity, promised)).toBe(soonest);
});
