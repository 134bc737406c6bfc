import { t } from "../../config/language/t.ts";
import { ApiError, notFound } from "../base/error.ts";
import { hashToken } from "../domain/tokens.ts";
import { listGiftVouchers } from "../repositories/cards/vouchers.ts";
import { findGiftByLink, lockGift, markGiftOpened, type OrderedGift } from "../repositories/gifts/gifts.ts";
import { isDayUsedUp, takeFromDay } from "../repositories/limits/daily-quotas.ts";
import { findClosing } from "../repositories/payments/disputes.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * The gift for the token in a link. Tokens hold 128 random bits or more. A network `net` that guesses is soon blocked, but valid links
 * from the same network still open.
 * @throws ApiError 404 for a token that is unknown or no longer valid, 429 for a blocked network
 */
export async function getGift({ db, limits, clock }: Shop, token: string, net: string): Promise<OrderedGift> {
  const gift = await findGiftByLink(db.read, hashToken(token));
  if (gift !== undefined) return gift;
  const quota = `gift-miss ${net}`;
  const limit = limits.giftMissesPerNetAndDay;
  if (await isDayUsedUp(db.read, quota, limit, clock.now())) throw new ApiError(429, t("api.tooManyToday"));
  await db.transaction((tx) => takeFromDay(tx, quota, limit, clock.now()));
  throw notFound();
}

/**
 * The gift's encrypted vouchers. Records the first opening; a gift can be opened repeatedly. If the buyer sends it to another
 * address at the same time, only one of the two links opens it. @throws ApiError 404 for a token that is no longer valid, 409
 * while the payment is disputed
 */
export const openGift = ({ db, clock }: Shop, gift: OrderedGift, token: string) =>
  db.transaction(async (tx) => {
    await lockGift(tx, gift.order_item_id);
    if ((await findGiftByLink(tx, hashToken(token))) === undefined) throw notFound();
    if ((await findClosing(tx, gift.order_id)) !== undefined) throw new ApiError(409, t("api.giftOnHold"));
    await markGiftOpened(tx, gift.order_item_id, clock.now());
    return listGiftVouchers(tx, gift.order_item_id);
  });
