import { setTimeout as pause } from "node:timers/promises";

import { findComparison, restartComparison } from "../repositories/payments/comparisons.ts";
import type { Shop } from "../shop/shop.ts";
import { compareBooks } from "./compare-books.ts";

const PAUSE_MS = 200;

/**
 * Compares the books with the gateway's at once for the operator, until the end or until the gateway does not answer. If workers
 * take a part of it, it waits for them.
 */
export async function compareNow(shop: Shop): Promise<void> {
  const { db, clock } = shop;
  const before = await db.transaction((tx) => restartComparison(tx, clock.now()));
  for (;;) {
    const isOurs = await compareBooks(shop, AbortSignal.timeout(600_000));
    const now = await findComparison(db.read);
    if (now === undefined || now.finished_at !== before?.finished_at || now.problem !== null) return;
    if (!isOurs) await pause(PAUSE_MS);
  }
}
