import { z } from "zod";

import { MAX_VOUCHERS } from "#app/base/constants.ts";

import { orderedGift } from "./gifts.ts";
import { listOf, wholeListOf } from "./lists.ts";
import { id, maybeMoney, maybeText, optionalText, soldQuantity, time } from "./values.ts";
import { Voucher } from "./vouchers.ts";
import { described, mayOmit, named } from "./wire.ts";

export const paymentNote = described(
  mayOmit(z.literal("confirmed_by_hand").nullable().catch(null)),
  "confirmed_by_hand: nothing reports the payment, and the shop confirms it, usually within a day.",
);

export const delayed = described(
  mayOmit(z.boolean().catch(false)),
  "Beside is_on_its_way: the vouchers take longer than usual.",
);

/** A field of an order, the history and a receipt. */
export const shortReference = described(
  mayOmit(maybeText),
  "The order's name for people who write or read it aloud, such as AUR-7K3-92Q; without it, the order_number.",
);

export const pastItem = z
  .object({
    name: optionalText,
    image_url: maybeText,
    price_mrp: maybeMoney,
    selectedDenomination: mayOmit(maybeMoney),
    denomination: mayOmit(maybeMoney),
    price: mayOmit(maybeMoney),
    quantity: soldQuantity,
    gift: orderedGift,
  })
  .transform((wire) => ({
    name: wire.name,
    imageUrl: wire.image_url,
    priceMrp: wire.price_mrp,
    denomination: wire.selectedDenomination ?? wire.denomination ?? wire.price,
    quantity: wire.quantity,
    gift: wire.gift ?? null,
  }));

const refund = z
  .object({
    amount: maybeMoney,
    coins: mayOmit(maybeMoney),
    asked_at: time,
    sent_at: described(mayOmit(time), "Null while the money has not left."),
    arrived_at: described(mayOmit(time), "The payment company's report; null if nothing reports it."),
    reference: described(mayOmit(maybeText), "The bank's reference, such as a UTR or an ARN."),
  })
  .transform((wire) => ({
    amount: wire.amount ?? 0,
    coins: wire.coins ?? 0,
    askedAt: wire.asked_at,
    sentAt: wire.sent_at,
    arrivedAt: wire.arrived_at,
    reference: wire.reference,
  }));

const pastOrder = z
  .object({
    id,
    order_number: described(
      mayOmit(maybeText),
      "Finds the order for a shopper who returns in another browser, and after a lost answer.",
    ),
    short_reference: shortReference,
    order_date: time,
    status: optionalText,
    voucher_type: optionalText,
    amount: mayOmit(maybeMoney),
    coins_used: mayOmit(maybeMoney),
    receipt_number: mayOmit(maybeText),
    is_being_checked: mayOmit(z.boolean().catch(false)),
    payment_note: paymentNote,
    is_on_its_way: described(mayOmit(z.boolean().catch(false)), "Paid, but its vouchers are not there yet."),
    is_delayed: delayed,
    refunds: described(mayOmit(listOf(refund).catch([])), "Money and coins that go back, the first ones first."),
    items: listOf(pastItem),
    vouchers: listOf(Voucher, MAX_VOUCHERS),
  })
  .transform((wire) => ({
    id: wire.id,
    orderNumber: wire.order_number,
    shortReference: wire.short_reference,
    orderedAt: wire.order_date,
    status: wire.status,
    voucherType: wire.voucher_type,
    amount: wire.amount,
    coinsUsed: wire.coins_used,
    receiptNumber: wire.receipt_number,
    isBeingChecked: wire.is_being_checked,
    isConfirmedByHand: wire.payment_note === "confirmed_by_hand",
    isOnItsWay: wire.is_on_its_way,
    isDelayed: wire.is_delayed,
    refunds: wire.refunds,
    items: wire.items,
    vouchers: wire.vouchers,
  }));

export const OrderHistorySchema = wholeListOf(named(pastOrder, "PastOrder"));
