import { z } from "zod";

import { MAX_VOUCHERS } from "#app/base/constants.ts";

import { mainListOf } from "./lists.ts";
import { id, maybeText, money, optionalText, soldQuantity, text, time } from "./values.ts";
import { Voucher } from "./vouchers.ts";
import { described, mayOmit } from "./wire.ts";

/** Extension: the recipient of a line. */
const giftFields = {
  recipient_name: text,
  recipient_email: text,
  recipient_phone: described(mayOmit(optionalText), "With the feature `giftByPhone`: ten digits, or empty for none."),
  message: optionalText,
  send_on: z.iso.date().nullable().catch(null),
};
export const gift = z.object(giftFields);

export const toGift = (wire: z.output<typeof gift>) => ({
  recipientName: wire.recipient_name,
  recipientEmail: wire.recipient_email,
  recipientPhone: wire.recipient_phone ?? "",
  message: wire.message,
  sendOn: wire.send_on,
});

export const orderedGift = z
  .object({
    ...giftFields,
    id,
    state: z.enum(["waiting", "refunded", "scheduled", "sent", "opened"]).catch("waiting"),
    phone_state: described(
      mayOmit(z.enum(["waiting", "sent", "delivered", "failed"]).nullable().catch(null)),
      "With the feature `giftByPhone`: how far the message to the phone has come; null for a gift that went by mail.",
    ),
    sent_at: time,
    opened_at: time,
  })
  .transform((wire) => ({
    ...toGift(wire),
    id: wire.id,
    state: wire.state,
    phoneState: wire.phone_state ?? null,
    sentAt: wire.sent_at,
    openedAt: wire.opened_at,
  }))
  .nullish()
  .catch(null);

export const SentGiftSchema = z
  .object({
    product: z.object({ name: text, image_url: maybeText, how_to_use: optionalText }),
    denomination: money,
    quantity: soldQuantity,
    sender_name: optionalText,
    recipient_name: optionalText,
    message: optionalText,
  })
  .transform((wire) => ({
    product: { name: wire.product.name, imageUrl: wire.product.image_url, howToUse: wire.product.how_to_use },
    denomination: wire.denomination,
    quantity: wire.quantity,
    senderName: wire.sender_name,
    recipientName: wire.recipient_name,
    message: wire.message,
  }));

export const GiftVouchersSchema = z
  .object({ vouchers: mainListOf(Voucher, MAX_VOUCHERS) })
  .transform((wire) => wire.vouchers);
