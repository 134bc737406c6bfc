import { setImmediate as immediate } from "node:timers/promises";

import {
  findNextSale,
  listSales,
  readProgress,
  type SalesSum,
  storeSales,
  sumSales,
} from "../repositories/sales/sales.ts";
import type { Shop } from "../shop.ts";

const HALF_HOUR_MS = 30 * 60_000;
/** A transaction that began so long ago has ended: no receipt of an earlier time can still come. */
const SETTLED_MS = 10 * 60_000;
/** A caller waits so long for sums that nobody has stored yet. */
const BUDGET_MS = 250;

const halfHour = (at: number) => Math.floor(at / HALF_HOUR_MS) * HALF_HOUR_MS;

/** `begins_at` in ms, of a half hour with sales. */
export type SalesPoint = SalesSum & { begins_at: number };

/**
 * The sales since `from` (ms) by half hours. Those of settled half hours are stored when they are first asked for.
 * `isBehind`: there are too many new ones for one call; the next one goes on.
 */
export async function countSales(shop: Shop, from: number): Promise<{ points: SalesPoint[]; isBehind: boolean }> {
  const { db, clock } = shop;
  const now = clock.now();
  const until = await storeSettled(shop, halfHour(now - SETTLED_MS));
  const points: SalesPoint[] = await listSales(db.read, halfHour(from));
  const isBehind = until < halfHour(now - SETTLED_MS);
  if (!isBehind)
    for (let begins_at = until; begins_at <= now; begins_at += HALF_HOUR_MS) {
      const sum = await sumSales(db.read, begins_at, begins_at + HALF_HOUR_MS);
      if (sum.orders > 0) points.push({ begins_at, ...sum });
    }
  return { points: points.filter(({ begins_at }) => begins_at >= halfHour(from)), isBehind };
}

/** @returns up to when the sums are stored */
async function storeSettled({ db }: Shop, settled: number): Promise<number> {
  const begunAt = performance.now();
  let done = (await readProgress(db.read)) ?? 0;
  while (done < settled && performance.now() - begunAt < BUDGET_MS) {
    const next = await findNextSale(db.read, done);
    const from = next === undefined ? settled : Math.min(halfHour(next), settled);
    const until = Math.min(from + HALF_HOUR_MS, settled);
    const sum = from < settled ? await sumSales(db.read, from, until) : undefined;
    await db.transaction((tx) => storeSales(tx, { sum, from, until }));
    done = until;
    await immediate(); // requests of others go on: on SQLite each step blocks
  }
  return done;
}
