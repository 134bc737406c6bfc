import type { Clock } from "../base/clock.ts";
import type { Writer } from "../db/database.ts";
import type { Alarms } from "../monitoring/alarms.ts";
import { countInDay } from "../repositories/limits/daily-quotas.ts";
import type { Limits } from "./limits.ts";

/** The quotas of a whole shop (limits.ts). */
export type ShopQuota = keyof Limits["shopDay"];

/** The parts of a shop that counting needs. */
type CountingShop = { tenant: { id: string }; clock: Clock; limits: Limits; alarms: Alarms };

/**
 * Counts one event against the shop's quota for the day. Raises an alarm at the quota's threshold, and again when it is used up.
 * Call it last in a transaction, because every other transaction that counts the same quota waits for it.
 * @returns false beyond the limit; the caller decides about the effect
 */
export async function takeFromShopDay(tx: Writer, shop: CountingShop, what: ShopQuota): Promise<boolean> {
  const { alarm, limit } = shop.limits.shopDay[what];
  const { used, endsAt } = await countInDay(tx, `shop ${what}`, shop.clock.now());
  if (used === alarm || used === limit + 1) {
    shop.alarms.raise({ tenantId: shop.tenant.id, what, used, limit, endsAt });
  }
  return used <= limit;
}
