import type { Tenant } from "../../../config/brand/schema.ts";
import { DAY_MS } from "../days.ts";
import { giftDueAt } from "../gifts/gift.ts";

/**
 * The end of a card without an expiry date, for sorting: such cards are sold last, because they do not lose validity. The index
 * vouchers_to_sell holds this number.
 */
export const NO_END = 9_007_199_254_740_991;

/** The least time for which a card in stock must be valid to be sold (ms). */
export const leastMs = ({ stock }: Pick<Tenant, "stock">) => stock.leastDays * DAY_MS;

/**
 * The moment (ms) that a card must outlast to be sold at `now`: the brand's `stock.leastDays` later, counted from the delivery
 * of a gift that is dated `sendOn`.
 */
export const leastEnd = (tenant: Pick<Tenant, "stock">, now: number, sendOn: string | null = null) =>
  giftDueAt(sendOn, now) + leastMs(tenant);
