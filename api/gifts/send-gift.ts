import type { Writer } from "../db/database.ts";
import { giftDueAt } from "../domain/gifts.ts";
import { createToken, hashToken } from "../domain/tokens.ts";
import { ApiError } from "../error.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { takeFromDay } from "../repositories/budgets.ts";
import {
  deleteGiftLinks,
  insertGiftLink,
  listGiftsOfOrders,
  lockOwnGift,
  scheduleGift,
  updateRecipientEmail,
  type OrderedGift,
} from "../repositories/gifts.ts";
import type { Shop } from "../shop.ts";

/** Queues the mail of every gift of an order for which something was issued, for its day. */
export async function sendGiftsOf(tx: Writer, shop: Shop, orderId: string) {
  const now = shop.clock.now();
  for (const gift of await listGiftsOfOrders(tx, [orderId])) {
    if (gift.issued > 0) await queueGift(tx, shop, gift, giftDueAt(gift.send_on, now));
  }
}

/** Queues a mail with a link of its own. The link lives in the sealed mail only; here its hash is kept. */
async function queueGift(tx: Writer, shop: Shop, gift: OrderedGift, dueAt: number) {
  const token = createToken();
  await insertGiftLink(tx, gift.order_item_id, token, shop.clock.now());
  await scheduleGift(tx, gift.order_item_id, dueAt);
  const contents = { url: new URL(`/gift/${token}`, gift.redirect_url).href };
  await queueSealedMail(tx, shop, { kind: "gift", about: hashToken(token), contents, dueAt });
}

/**
 * Sends a gift once more, and puts its address right where `email` is another one: links that went, or are just going,
 * to the old address open nothing any more. A gift that waits for its day goes on waiting; one that was opened stays
 * where it is.
 * @throws ApiError 404 for another shopper's or one that has not begun to go out, 409 once it was opened, 429.
 */
export const sendGiftAgain = (shop: Shop, userId: string, { id, email }: { id: string; email: string }) =>
  shop.db.transaction(async (tx) => {
    const now = shop.clock.now();
    const gift = await lockOwnGift(tx, userId, id);
    if (gift === undefined || gift.due_at === null) throw new ApiError(404, "There is no such gift.");
    const isElsewhere = email !== gift.recipient_email;
    if (isElsewhere && gift.opened_at !== null) {
      throw new ApiError(409, "This gift was opened, so it stays with whoever has it.", { recipient_email: "is used" });
    }
    if (!(await takeFromDay(tx, `gift ${id}`, shop.limits.giftMailsPerGiftAndDay, now)))
      throw new ApiError(429, "Too many mails for one day. Please try again tomorrow.");
    if (isElsewhere) {
      await deleteGiftLinks(tx, id);
      await updateRecipientEmail(tx, id, email);
    }
    // What waits for its day at the same address needs no second mail.
    if (isElsewhere || gift.sent_at !== null) await queueGift(tx, shop, gift, Math.max(now, gift.due_at));
  });
