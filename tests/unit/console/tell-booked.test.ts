import { expect, test } from "vitest";

import { tellBooked } from "#console/money/tell-booked.ts";

const line = (number: number, result: string, is_match = true) => ({ line: number, result, is_match });

test("the message about a booked statement lists paid orders, failed lines and the remaining matches", () => {
  expect(
    tellBooked({ lines: [line(2, "paid"), line(3, "its note names no waiting order", false)], waiting: 0, held: [] }),
  ).toBe("1 payment is booked.");
  const lines = [line(2, "paid"), line(3, "paid_late"), line(4, "already used"), line(5, "matches"), line(6, "double")];
  expect(tellBooked({ lines, waiting: 0, held: [] })).toBe(
    "2 payments are booked. No order was paid by line 4 (already used), line 6 (Second payment, goes back). " +
      "1 more match: import the file again to book them.",
  );
  const many = Array.from({ length: 12 }, (_, at) => line(at, "already used"));
  expect(tellBooked({ lines: many, waiting: 0, held: [] })).toMatch(
    /^0 payments are booked\. No order was paid by line 0 .*line 9 \(already used\), 2 more\.$/,
  );
});

test("the message about a booked statement names the orders that are held", () => {
  const nothing = { lines: [], waiting: 0 };
  expect(tellBooked({ ...nothing, held: ["ORD1"] })).toBe(
    "0 payments are booked. Order ORD1 is held, because the bank took the payment back.",
  );
  expect(tellBooked({ ...nothing, waiting: 1, held: ["ORD1", "ORD2"] })).toMatch(
    /a second member.*\. Orders ORD1, ORD2 are held, because the bank took the payment back\.$/,
  );
});
