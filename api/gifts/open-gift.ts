import { hashToken } from "../domain/tokens.ts";
import { ApiError, notFound } from "../error.ts";
import { isDayUsedUp, takeFromDay } from "../repositories/daily-quotas.ts";
import { findGiftByLink, lockGift, markGiftOpened, type OrderedGift } from "../repositories/gifts.ts";
import { listGiftVouchers } from "../repositories/vouchers.ts";
import type { Shop } from "../shop.ts";

/**
 * The gift that a link's token opens. A token holds 256 random bits; a network `net` that guesses all the same is soon
 * told to stop, while its neighbours' links still open. @throws ApiError 404 for a token that opens nothing, or no
 * longer, and 429.
 */
export async function getGift({ db, limits, clock }: Shop, token: string, net: string): Promise<OrderedGift> {
  const gift = await findGiftByLink(db.read, hashToken(token));
  if (gift !== undefined) return gift;
  const quota = `gift-miss ${net}`;
  const limit = limits.giftMissesPerNetAndDay;
  if (await isDayUsedUp(db.read, quota, limit, clock.now()))
    throw new ApiError(429, "Too many requests. Please try again tomorrow.");
  await db.transaction((tx) => takeFromDay(tx, quota, limit, clock.now()));
  throw notFound();
}

/**
 * The gift's vouchers, still sealed. The first time is noted; it may be opened again and again. Sending it elsewhere
 * at the same moment comes before or after, so that one of the two links opens nothing. @throws ApiError 404 then.
 */
export const openGift = ({ db, clock }: Shop, gift: OrderedGift, token: string) =>
  db.transaction(async (tx) => {
    await lockGift(tx, gift.order_item_id);
    if ((await findGiftByLink(tx, hashToken(token))) === undefined) throw notFound();
    await markGiftOpened(tx, gift.order_item_id, clock.now());
    return listGiftVouchers(tx, gift.order_item_id);
  });
