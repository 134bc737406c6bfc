import { restartComparison } from "../repositories/payments/comparisons.ts";
import type { Shop } from "../shop.ts";
import { compareBooks } from "./compare-books.ts";

/** Compares the books with the gateway's at once, at the operator's wish, until the end or until it cannot be asked. */
export async function compareNow(shop: Shop): Promise<void> {
  await shop.db.transaction((tx) => restartComparison(tx, shop.clock.now()));
  while (await compareBooks(shop, AbortSignal.timeout(600_000)));
}
