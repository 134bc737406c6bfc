import { INDIA_OFFSET_SECONDS } from "#app/base/constants.ts";
import { formatDate, formatDateTime } from "#app/ui/date.tsx";

import { DAY_MS } from "../base/days.ts";
import type { SalesPoint } from "./today-response.ts";

const HOUR_MS = 60 * 60_000;
const INDIA_MS = INDIA_OFFSET_SECONDS * 1000;

/** The page's ranges: the number of buckets and their length. The last one contains the current time. */
export const RANGES = {
  day: { label: "24 hours", bucketMs: HOUR_MS, buckets: 24, before: "the 24 hours before" },
  week: { label: "7 days", bucketMs: DAY_MS, buckets: 7, before: "the 7 days before" },
  quarter: { label: "13 weeks", bucketMs: 7 * DAY_MS, buckets: 13, before: null },
} as const;

export type RangeName = keyof typeof RANGES;

export const readRange = (text: string | null): RangeName =>
  text !== null && Object.hasOwn(RANGES, text) ? (text as RangeName) : "day";

/** `tick`: the label on an axis. */
export type Bucket = { at: number; label: string; tick: string; orders: number; amount: number; coins: number };

/** The end of the last bucket: a full hour or day in India. */
function endOf({ bucketMs }: { bucketMs: number }, now: number) {
  const step = Math.min(bucketMs, DAY_MS);
  return Math.ceil((now + INDIA_MS + 1) / step) * step - INDIA_MS;
}

/** The start of a range (ms). */
const beginOf = (range: RangeName, now: number) =>
  endOf(RANGES[range], now) - RANGES[range].buckets * RANGES[range].bucketMs;

/** The API's query: the range, and the range before if both are compared. */
export function toQuery(range: RangeName, now: number) {
  const { bucketMs, buckets, before } = RANGES[range];
  const from = beginOf(range, now);
  const compareFrom = before === null ? from : from - buckets * bucketMs;
  return new URLSearchParams({ from: String(from), compare_from: String(compareFrom) });
}

/** The sales of a range in its buckets, and the sums of this range and of the range before. */
export function bucketSales(points: SalesPoint[], range: RangeName, now: number) {
  const { bucketMs, buckets: length } = RANGES[range];
  const from = beginOf(range, now);
  const buckets = Array.from({ length }, (_, index): Bucket => {
    const at = from + index * bucketMs;
    const time = timeOf(range, at);
    const label = range === "quarter" ? `from ${time}` : time;
    return {
      at,
      label,
      tick: time.replace(":00", ""),
      ...sum(points.filter((point) => isIn(point, at, at + bucketMs))),
    };
  });
  const before = points.filter((point) => isIn(point, from - length * bucketMs, from));
  return { buckets, total: sum(buckets), before: RANGES[range].before === null ? null : sum(before) };
}

const isIn = ({ begins_at }: SalesPoint, from: number, until: number) => begins_at >= from && begins_at < until;

const sum = (points: Pick<SalesPoint, "orders" | "amount" | "coins">[]) => ({
  orders: points.reduce((total, { orders }) => total + orders, 0),
  amount: points.reduce((total, { amount }) => total + amount, 0),
  coins: points.reduce((total, { coins }) => total + coins, 0),
});

const timeOf = (range: RangeName, at: number) =>
  range === "day" ? formatDateTime(at).split(", ")[1]! : formatDate(at).replace(/ \d{4}$/, "");
