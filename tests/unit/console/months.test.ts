import { expect, test } from "vitest";

import { listYears } from "#console/money/months.ts";

const monthsOf = (now: string, since: string) =>
  listYears(Date.parse(now), Date.parse(since)).map(({ year, months }) => [year, months.map(({ month }) => month)]);

test("all months since the first sale are listed by years of India", () => {
  expect(monthsOf("2026-02-10T00:00:00Z", "2025-11-30T18:29:59Z")).toEqual([
    [2026, ["2026-02", "2026-01"]],
    [2025, ["2025-12", "2025-11"]],
  ]);
  expect(monthsOf("2026-02-10T00:00:00Z", "2025-11-30T18:30:00Z")).toEqual([
    [2026, ["2026-02", "2026-01"]],
    [2025, ["2025-12"]],
  ]);
  expect(monthsOf("2026-02-10T00:00:00Z", "2026-02-10T00:00:00Z")).toEqual([[2026, ["2026-02"]]]);
});

test("a shop that is several years old has more than thirteen months", () => {
  expect(listYears(Date.parse("2026-11-25"), Date.parse("2023-01-05")).flatMap(({ months }) => months)).toHaveLength(
    47,
  );
});
