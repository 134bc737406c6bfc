import { sendsToPhones } from "../../config/brand/channels.ts";
import { t } from "../../config/language/t.ts";
import { deviceNotConfirmed } from "../accounts/confirm-device.ts";
import { ApiError } from "../base/error.ts";
import type { Before, Writer } from "../db/database.ts";
import { DAY_MS } from "../domain/days.ts";
import { giftDueAt } from "../domain/gifts/gift.ts";
import { giftQuotaOf, takeGift } from "../mail/mail-quotas.ts";
import { queueGift } from "../messages/queue-gift.ts";
import {
  deleteGiftLinks,
  listGiftsOfOrders,
  lockOwnGift,
  type OrderedGift,
  updateRecipient,
} from "../repositories/gifts/gifts.ts";
import { takeFromDay } from "../repositories/limits/daily-quotas.ts";
import { findClosing } from "../repositories/payments/disputes.ts";
import type { Shop } from "../shop/shop.ts";

/** Queues a mail or message for every gift of an order with issued vouchers, due on its chosen day. */
export async function sendGiftsOf(tx: Writer, shop: Shop, orderId: string) {
  const now = shop.clock.now();
  // Sorted, so that two orders cannot deadlock on the quotas.
  const gifts = (await listGiftsOfOrders(tx, [orderId])).map((gift) => ({ gift, quota: giftQuotaOf(shop, gift) }));
  for (const { gift } of gifts.toSorted((a, b) => (a.quota < b.quota ? -1 : 1))) {
    if (gift.issued === 0) continue;
    // A paid gift is never dropped, only delayed.
    const delay = (await takeGift(tx, shop, gift)) ? 0 : DAY_MS;
    await queueGift(tx, shop, gift, { dueAt: Math.max(giftDueAt(gift.send_on, now), now + delay) });
  }
}

/** The recipient of a gift that is sent again. Absent: as before. `email`: "" for none; `phone`: null for none. */
export type NewRecipient = { email?: string; phone?: string | null };

type Again = {
  id: string;
  to?: NewRecipient;
  mayRedirect: boolean;
  /** Runs in the transaction, before the gift is sent. */
  before?: Before;
};

/**
 * Sends a gift again, and corrects its address or number if `to` differs: links sent or queued before stop
 * working. A gift waits for its chosen day; an opened gift cannot be sent again.
 * @throws ApiError 404 for another shopper's gift or one that is not scheduled yet, 409 once it was opened or while its
 * payment is disputed, 400 for no recipient or a number that the brand cannot send to, 403 for
 * another recipient unless `mayRedirect`, 429 when the day's mails are used up
 */
export const sendGiftAgain = (shop: Shop, userId: string, { id, to = {}, mayRedirect, before }: Again) =>
  shop.db.transaction(async (tx) => {
    const now = shop.clock.now();
    const gift = await lockOwnGift(tx, userId, id);
    if (gift === undefined || gift.due_at === null) throw new ApiError(404, t("api.noGift"));
    if ((await findClosing(tx, gift.order_id)) !== undefined) throw new ApiError(409, t("api.giftDisputed"));
    const recipient = recipientOf(gift, to);
    const isElsewhere =
      recipient.recipient_email !== gift.recipient_email || recipient.recipient_phone !== gift.recipient_phone;
    if (isElsewhere) refuseRecipient(shop, gift, recipient);
    if (isElsewhere && !mayRedirect) throw deviceNotConfirmed();
    const isWithin =
      (await takeFromDay(tx, `gift ${id}`, shop.limits.giftMailsPerGiftAndDay, now)) &&
      (await takeGift(tx, shop, recipient));
    if (!isWithin) throw new ApiError(429, t("api.tooManyMails"));
    await before?.(tx);
    if (isElsewhere) {
      await deleteGiftLinks(tx, id, now);
      await updateRecipient(tx, id, recipient);
    }
    // A gift that waits for its day at the same address needs no second mail.
    if (isElsewhere || gift.sent_at !== null) await queueGift(tx, shop, gift, { dueAt: Math.max(now, gift.due_at) });
  });

type Recipient = Pick<OrderedGift, "recipient_email" | "recipient_phone">;

const recipientOf = (gift: OrderedGift, { email, phone }: NewRecipient): Recipient => ({
  recipient_email: email ?? gift.recipient_email,
  recipient_phone: phone === undefined ? gift.recipient_phone : phone,
});

/** @throws ApiError 409 if the gift was opened, 400 if no message or mail could reach the new recipient */
function refuseRecipient({ tenant }: Shop, gift: OrderedGift, { recipient_email, recipient_phone }: Recipient) {
  if (gift.opened_at !== null) throw new ApiError(409, t("api.giftOpened"), { recipient_email: "is used" });
  if (recipient_phone !== gift.recipient_phone && recipient_phone !== null && !sendsToPhones(tenant, "gift"))
    throw new ApiError(400, t("api.giftNoPhones"), { recipient_phone: t("api.giftNoPhones") });
  if (recipient_email === "" && recipient_phone === null)
    throw new ApiError(400, t("api.email"), { recipient_email: t("api.email") });
}
