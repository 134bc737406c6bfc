import { DAY_MS } from "../domain/days.ts";
import { configureComparison, findComparison } from "../repositories/payments/comparisons.ts";
import type { Shop } from "../shop/shop.ts";

/** Stores the gateway with which the books are compared each day. The sandbox and a UPI id have no books. */
export async function noteComparison({ db, clock, payments: { kind } }: Shop) {
  const gateway = kind === "sandbox" || kind === "vpa" ? null : kind;
  if (((await findComparison(db.read))?.gateway ?? null) === gateway) return;
  const now = clock.now();
  await db.transaction((tx) => configureComparison(tx, gateway, { now, nextAt: now + DAY_MS }));
}
