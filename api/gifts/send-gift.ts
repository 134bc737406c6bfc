import { t } from "../../config/language/t.ts";
import { deviceNotConfirmed } from "../accounts/confirm-device.ts";
import { ApiError } from "../base/error.ts";
import type { Writer } from "../db/database.ts";
import { DAY_MS } from "../domain/days.ts";
import { giftDueAt } from "../domain/gifts.ts";
import { mailboxOf } from "../domain/mail/mailbox.ts";
import { createShortToken, hashToken } from "../domain/tokens.ts";
import { takeGiftMail } from "../mail/mail-quotas.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import {
  deleteGiftLinks,
  insertGiftLink,
  listGiftsOfOrders,
  lockOwnGift,
  type OrderedGift,
  scheduleGift,
  updateRecipientEmail,
} from "../repositories/gifts/gifts.ts";
import { takeFromDay } from "../repositories/limits/daily-quotas.ts";
import { findClosing } from "../repositories/payments/disputes.ts";
import type { Shop } from "../shop/shop.ts";

/** Queues a mail for every gift of an order with issued vouchers, due on its chosen day. */
export async function sendGiftsOf(tx: Writer, shop: Shop, orderId: string) {
  const now = shop.clock.now();
  // Sorted, so that two orders cannot deadlock on the mailboxes' quotas.
  const gifts = (await listGiftsOfOrders(tx, [orderId])).map((gift) => ({ gift, to: mailboxOf(gift.recipient_email) }));
  for (const { gift } of gifts.toSorted((a, b) => (a.to < b.to ? -1 : 1))) {
    if (gift.issued === 0) continue;
    // A paid gift is never dropped, only delayed.
    const delay = (await takeGiftMail(tx, shop, gift.recipient_email)) ? 0 : DAY_MS;
    await queueGift(tx, shop, gift, Math.max(giftDueAt(gift.send_on, now), now + delay));
  }
}

/** Queues a mail with its own link. Only the encrypted mail holds the link; the database stores its hash. */
async function queueGift(tx: Writer, shop: Shop, gift: OrderedGift, dueAt: number) {
  const token = createShortToken();
  await insertGiftLink(tx, gift.order_item_id, token, shop.clock.now());
  await scheduleGift(tx, gift.order_item_id, dueAt);
  const contents = { url: new URL(`/gift?${token}`, gift.redirect_url).href };
  await queueSealedMail(tx, shop, { kind: "gift", about: hashToken(token), contents, dueAt });
}

/** `email`: absent to keep the gift's address. */
type Again = { id: string; email?: string; mayRedirect: boolean };

/**
 * Sends a gift again, and corrects its address if `email` differs: links sent or queued to the old address stop
 * working. A gift waits for its chosen day; an opened gift cannot be sent again.
 * @throws ApiError 404 for another shopper's gift or one that is not scheduled yet, 409 once it was opened or while its
 * payment is disputed, 403 for
 * another address unless `mayRedirect`, 429 when the day's mails are used up
 */
export const sendGiftAgain = (shop: Shop, userId: string, { id, email: to, mayRedirect }: Again) =>
  shop.db.transaction(async (tx) => {
    const now = shop.clock.now();
    const gift = await lockOwnGift(tx, userId, id);
    if (gift === undefined || gift.due_at === null) throw new ApiError(404, t("api.noGift"));
    if ((await findClosing(tx, gift.order_id)) !== undefined) throw new ApiError(409, t("api.giftDisputed"));
    const email = to ?? gift.recipient_email;
    const isElsewhere = email !== gift.recipient_email;
    if (isElsewhere && gift.opened_at !== null) {
      throw new ApiError(409, t("api.giftOpened"), {
        recipient_email: "is used",
      });
    }
    if (isElsewhere && !mayRedirect) throw deviceNotConfirmed();
    const isWithin =
      (await takeFromDay(tx, `gift ${id}`, shop.limits.giftMailsPerGiftAndDay, now)) &&
      (await takeGiftMail(tx, shop, email));
    if (!isWithin) throw new ApiError(429, t("api.tooManyMails"));
    if (isElsewhere) {
      await deleteGiftLinks(tx, id);
      await updateRecipientEmail(tx, id, email);
    }
    // A gift that waits for its day at the same address needs no second mail.
    if (isElsewhere || gift.sent_at !== null) await queueGift(tx, shop, gift, Math.max(now, gift.due_at));
  });
