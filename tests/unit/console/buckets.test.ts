import { expect, test } from "vitest";

import { bucketSales, toQuery } from "#console/today/buckets.ts";

const HOUR = 60 * 60_000;
/** Half past one at night in India, on the first of a month. */
const NOW = Date.parse("2026-12-01T01:30:00+05:30");
const sale = (text: string, amount = 100) => ({ begins_at: Date.parse(text), orders: 1, amount, coins: 0 });

test("a day has 24 hours, the last with the current time, and is compared with the day before", () => {
  const points = [
    sale("2026-12-01T01:00:00+05:30"),
    sale("2026-12-01T01:30:00+05:30"),
    sale("2026-11-30T02:00:00+05:30"),
    sale("2026-11-30T01:30:00+05:30", 7),
    sale("2026-11-29T02:00:00+05:30", 5),
    sale("2026-11-29T01:30:00+05:30", 1_000),
  ];
  const { buckets, total, before } = bucketSales(points, "day", NOW);
  expect(buckets).toHaveLength(24);
  expect(buckets.at(-1)).toMatchObject({ label: "1:00 am", orders: 2, amount: 200 });
  expect(buckets[0]).toMatchObject({ label: "2:00 am", orders: 1 });
  expect(total).toEqual({ orders: 3, amount: 300, coins: 0 });
  expect(before).toEqual({ orders: 2, amount: 12, coins: 0 });
  expect(Object.fromEntries(toQuery("day", NOW))).toEqual({
    from: String(buckets[0]!.at),
    compare_from: String(Date.parse("2026-11-29T02:00:00+05:30")),
  });
});

test("weeks and quarters are cut at midnight in India", () => {
  const late = sale("2026-11-30T23:30:00+05:30");
  const week = bucketSales([late], "week", NOW);
  expect(week.buckets.map(({ label }) => label)).toEqual([
    "25 Nov",
    "26 Nov",
    "27 Nov",
    "28 Nov",
    "29 Nov",
    "30 Nov",
    "1 Dec",
  ]);
  expect(week.buckets[5]).toMatchObject({ orders: 1 });
  const quarter = bucketSales([late], "quarter", NOW);
  expect(quarter.buckets).toHaveLength(13);
  expect(quarter.buckets.at(-1)).toMatchObject({ orders: 1 });
  expect(quarter.before).toBeNull();
  const { at } = quarter.buckets[0]!;
  expect(Object.fromEntries(toQuery("quarter", NOW))).toEqual({ from: String(at), compare_from: String(at) });
  expect(quarter.buckets[1]!.at - quarter.buckets[0]!.at).toBe(7 * 24 * HOUR);
});
