import { expect, test } from "vitest";

import { announce } from "#app/routes/payment/countdown.tsx";

test("a screen reader announces the time left at a few moments only", () => {
  const said = Array.from({ length: 181 }, (_, passed) => announce(180 - passed));
  expect([...new Set(said)]).toEqual([
    "",
    "Less than 2 min left",
    "Less than 1 min left",
    "Less than 30 s left",
    "Less than 10 s left",
  ]);
  expect(announce(120)).toBe("");
  expect(announce(59)).toBe("Less than 1 min left");
});
