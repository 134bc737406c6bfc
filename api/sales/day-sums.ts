import { setImmediate as immediate } from "node:timers/promises";

import type { Reader } from "../db/database.ts";
import { beginOfDay, dayNumber } from "../domain/days.ts";
import { randomId } from "../domain/tokens.ts";
import {
  beginDaySums,
  countAttempts,
  endDaySums,
  findBeginning,
  listSoldProducts,
  type Period,
  readDaySums,
  sumCoinEntries,
  sumPayments,
  sumRefundsByReason,
  sumSales,
} from "../repositories/sales/day-sums.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * This long after the end of a day, all its rows are in the database. A later payment of an attempt of the day makes it be added
 * up again (dropDaySums).
 */
const SETTLED_MS = 60 * 60_000;

/** On SQLite, other requests wait while this number of days is added up. */
const CHUNK = 7;

/** `day`: its number (domain/days.ts). */
export type DaySums = Awaited<ReturnType<typeof sumPeriod>>[number];

/**
 * The sums of each whole day in India that a period touches, the last day first. Sums of past days are stored at their first
 * request. `isBehind`: older days are left out, because `budgetMs` was not enough to add them up; the next call continues.
 */
export async function sumDays(
  { db, clock }: Shop,
  { from, until }: Period,
  budgetMs = Infinity,
): Promise<{ days: DaySums[]; isBehind: boolean }> {
  const begunAt = performance.now();
  const now = clock.now();
  const first = dayNumber(Math.max(from, (await findBeginning(db.read)) ?? until));
  const last = dayNumber(Math.min(until, now + 1) - 1);
  const stored = await readDaySums(db.read, { from: first, until: last });
  const found = [...stored].map(([day, sums]) => ({ day, ...(JSON.parse(sums) as Omit<DaySums, "day">) }));
  const listFound = () => found.toSorted((one, other) => other.day - one.day);

  const missing = range(first, last).filter((day) => !stored.has(day));
  while (missing.length > 0) {
    if (performance.now() - begunAt > budgetMs) return { days: listFound(), isBehind: true };
    const chunk = missing.splice(-lastRun(missing, CHUNK));
    const settled = chunk.filter((day) => beginOfDay(day + 1) + SETTLED_MS <= now);
    const token = randomId();
    if (settled.length > 0) await db.transaction((tx) => beginDaySums(tx, settled, token));
    const sums = await sumPeriod(db.read, chunk);
    found.push(...sums);
    const ended = sums.filter(({ day }) => settled.includes(day));
    if (ended.length > 0)
      await db.transaction(async (tx) => {
        for (const { day, ...rest } of ended) await endDaySums(tx, { day, sums: JSON.stringify(rest), token });
      });
    await immediate();
  }
  return { days: listFound(), isBehind: false };
}

/** The number of consecutive days at the end of the list, at most `most`. */
function lastRun(days: number[], most: number): number {
  let length = 1;
  while (length < most && days.at(-length - 1) === days.at(-length)! - 1) length++;
  return length;
}

/** The sums of each of these consecutive days: cash in paise, coins in hundredths, times in ms. */
async function sumPeriod(db: Reader, days: number[]) {
  const period = { from: beginOfDay(days[0]!), until: beginOfDay(days.at(-1)! + 1) };
  const sales = pickDay(await sumSales(db, period));
  const sold = pickDay(await listSoldProducts(db, period));
  const refunds = pickDay(await sumRefundsByReason(db, period));
  const payments = pickDay(await sumPayments(db, period));
  const coins = pickDay(await sumCoinEntries(db, period));
  const attempts = pickDay(await countAttempts(db, period));
  return days.map((day) => ({
    day,
    sales: sales(day),
    sold: sold(day),
    refunds: refunds(day),
    payments: payments(day),
    coins: coins(day),
    attempts: attempts(day),
  }));
}

function pickDay<Row extends { day: number }>(rows: Row[]) {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return (wanted: number) => (byDay.get(wanted) ?? []).map(({ day: _, ...row }) => row);
}

const range = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

/** Adds up the columns `sums` of rows that agree in `keys`. The result has these columns only, and is ordered by the keys. */
export function addUp<Row, Key extends keyof Row, Sum extends keyof Row>(rows: Row[], keys: Key[], sums: Sum[]) {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(keys.map((name) => row[name])));
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => {
      const total = (name: Sum) => group.reduce((sum, row) => sum + Number(row[name]), 0);
      const columns = [...keys.map((name) => [name, group[0]![name]]), ...sums.map((name) => [name, total(name)])];
      return Object.fromEntries(columns) as Pick<Row, Key | Sum>;
    });
}
