import { expect, test } from "vitest";

import { announce, formatClock, formatDuration } from "#app/routes/payment/countdown.tsx";

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

test.each([
  [0, "0:00", "0 s"],
  [9, "0:09", "9 s"],
  [300, "5:00", "5 min"],
  [872, "14:32", "14 min 32 s"],
  [3_599, "59:59", "59 min 59 s"],
  [3_600, "1:00:00", "1 h"],
  [83_405, "23:10:05", "23 h 10 min"],
  [259_200, "72:00:00", "72 h"],
])("%d s show as %s and are read as %s", (seconds, clock, words) => {
  expect([formatClock(seconds), formatDuration(seconds)]).toEqual([clock, words]);
});
