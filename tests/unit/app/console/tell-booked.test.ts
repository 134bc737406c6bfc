import { expect, test } from "vitest";

import { tellBooked } from "#app/console/money/tell-booked.ts";

const line = (number: number, result: string, is_match = true) => ({ line: number, result, is_match });

test("a booked statement tells what was paid, what was not, and what is left", () => {
  expect(tellBooked([line(2, "paid"), line(3, "its note names no waiting order", false)])).toBe("1 payment is booked.");
  const lines = [line(2, "paid"), line(3, "paid_late"), line(4, "already used"), line(5, "matches"), line(6, "double")];
  expect(tellBooked(lines)).toBe(
    "2 payments are booked. No order was paid by line 4 (already used), line 6 (Second payment, goes back). " +
      "1 more match: import the file again to book them.",
  );
  const many = Array.from({ length: 12 }, (_, at) => line(at, "already used"));
  expect(tellBooked(many)).toMatch(
    /^0 payments are booked\. No order was paid by line 0 .*line 9 \(already used\), 2 more\.$/,
  );
});
