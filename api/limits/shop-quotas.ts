import type { Writer } from "../db/database.ts";
import type { Limits } from "./limits.ts";
import { countInDay } from "../repositories/daily-quotas.ts";
import type { Shop } from "../shop.ts";

/** What is counted for a whole shop (limits.ts). */
export type ShopBudget = keyof Limits["shopDay"];

/**
 * Counts one more of `what` in the shop's day and raises an alarm at the budget's threshold, and again when it is used up.
 * False once it is; what that means is the caller's to say. Take it last in a transaction: every other one waits for it.
 */
export async function takeFromShopDay(tx: Writer, shop: Shop, what: ShopBudget): Promise<boolean> {
  const { alarm, limit } = shop.limits.shopDay[what];
  const { used, endsAt } = await countInDay(tx, `shop ${what}`, shop.clock.now());
  if (used === alarm || used === limit + 1) {
    shop.alarms.raise({ tenantId: shop.tenant.id, what, used, limit, endsAt });
  }
  return used <= limit;
}
