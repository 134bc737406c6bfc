import type { Before } from "../db/database.ts";
import { maskEmail, maskPhone } from "../domain/mask.ts";
import type { Audit } from "../ports/audit.ts";
import type { OrderedGift } from "../repositories/gifts/gifts.ts";
import type { Shop } from "../shop/shop.ts";
import { sendGiftAgain } from "./send-gift.ts";

type Recipient = { email: string; phone: string | null };

/** Enough for two people who compare. The audit is never erased, so it contains no address and no number. */
export const maskRecipient = ({ email, phone }: Recipient) => ({
  email: email && maskEmail(email),
  ...(phone !== null && { phone: maskPhone(phone) }),
});

export const recipientOf = ({ recipient_email: email, recipient_phone: phone }: OrderedGift): Recipient => ({
  email,
  phone,
});

/** The subject of an action on a gift in the audit: its order, with its number. */
export const noteGift = ({ order_id, order_number, order_item_id }: OrderedGift) => ({
  subject: order_id,
  after: { order: order_number, gift: order_item_id },
});

/** Sends a gift again to its recipient. @param before runs first in the transaction. @throws ApiError as sendGiftAgain */
export async function resendGift({ shop, audit }: { shop: Shop; audit: Audit }, gift: OrderedGift, before?: Before) {
  const { subject, after } = noteGift(gift);
  const act = { act: "gift.send", subject, after: { ...after, ...maskRecipient(recipientOf(gift)) } };
  const again = { id: gift.order_item_id, mayRedirect: false, before };
  await audit(act, () => sendGiftAgain(shop, gift.user_id, again));
}
