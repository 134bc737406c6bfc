import { showShortReference } from "../domain/bank/short-reference.ts";
import { coverCode } from "../domain/cover-code.ts";
import { giftState, phoneState } from "../domain/gifts/gift.ts";
import { historyStatus, isBeingChecked, isDeclined, isOnItsWay, wireStatus } from "../domain/orders.ts";
import { toRupees } from "../domain/pricing.ts";
import { receiptNumber } from "../domain/receipts.ts";
import type { SignedInUser } from "../domain/signed-in-user.ts";
import type { RefundProgress } from "../refunds/refund-progress.ts";
import { type IssuedVoucher, unsealVoucher } from "../repositories/cards/vouchers.ts";
import type { OrderedGift } from "../repositories/gifts/gifts.ts";
import type { Order, OrderItem } from "../repositories/orders/orders.ts";
import type { Receipt } from "../repositories/orders/receipts.ts";
import { type Payment, readLinks } from "../repositories/payments/payments.ts";
import type { Shop } from "../shop/shop.ts";

// Serialises orders for the wire (docs/commerce-api.md): money in rupees, coins in coins, times in ISO 8601.

const iso = (ms: number) => new Date(ms).toISOString();

/** As people read it; null for an order of an older version. */
export const shortReference = ({ short_reference }: Order) => short_reference && showShortReference(short_reference);

/** The answer of place-order. It uses only stored data, so that a replay gets the same answer. */
export function placedJson(order: Order, payment: Payment | undefined) {
  const links = readLinks(payment);
  return {
    orderId: order.id,
    orderLink: payment?.hosted_url ?? links.other ?? null,
    paymentLinks: links,
    updatedCoins: toRupees(order.balance_after),
    qrPayload: payment?.qr_payload ?? null,
    expiresAt: iso(order.expires_at),
  };
}

/** `delayed`: the ids of delayed orders (orders/find-delayed.ts). */
export const orderStatusJson = (order: Order, delayed: Set<string>) => ({
  status: wireStatus(order),
  payable_again_until: isDeclined(order) ? iso(order.expires_at) : null,
  amount: toRupees(order.amount),
  created_at: iso(order.created_at),
  last_updated: iso(order.updated_at),
  short_reference: shortReference(order),
  cart_items_cleared: order.cart_cleared === 1,
  redirectUrl: order.redirect_url,
  is_being_checked: isBeingChecked(order),
  is_on_its_way: isOnItsWay(order),
  is_delayed: delayed.has(order.id),
});

/** The order for the payment screens, with the addresses that receive its vouchers: an unproven one receives none (order-mail.ts). */
export const orderDetailsJson = (
  order: Order,
  { items, gifts, delayed }: Pick<OrderParts, "items" | "gifts" | "delayed">,
  payment: Payment | undefined,
  user: SignedInUser,
) => ({
  ...orderStatusJson(order, delayed),
  order_id: order.id,
  order_number: order.order_number,
  coins_used: toRupees(order.coins),
  expires_at: iso(order.expires_at),
  user: {
    username: user.username,
    email: user.deliveryEmail ?? (user.isEmailVerified ? user.email : ""),
    phone: user.deliveryPhone ?? user.verifiedPhone ?? user.phone ?? "",
  },
  // An attempt that has ended has no way to pay.
  ...(isDeclined(order) ? waysOf(undefined) : waysOf(payment)),
  payment_note: paymentNote(payment?.gateway),
  items: itemsJson(items, gifts),
});

const waysOf = (payment: Payment | undefined) => ({
  paymentLinks: readLinks(payment),
  orderLink: payment?.hosted_url ?? null,
  qrPayload: payment?.qr_payload ?? null,
});

/** The shopper's note about the way in which the payment is found. */
const paymentNote = (gateway: string | null | undefined) => (gateway === "vpa" ? "confirmed_by_hand" : null);

type OrderParts = {
  /** The ids of delayed orders, perhaps without this one. */
  delayed: Set<string>;
  items: OrderItem[];
  gifts: OrderedGift[];
  /** The buyer's own vouchers; those of gifts belong to the recipients. */
  vouchers: IssuedVoucher[];
  /** True while codes are masked, until the device is confirmed. */
  isLocked: boolean;
  receipt?: Pick<Receipt, "financial_year" | "serial">;
  refunds: RefundProgress[];
  /** The gateway of the attempt that the shopper sees. */
  gateway: string | null | undefined;
};

export const historyJson = (
  shop: Shop,
  order: Order,
  { items, gifts, vouchers, receipt, gateway, isLocked, delayed, refunds }: OrderParts,
) => ({
  id: order.id,
  order_number: order.order_number,
  short_reference: shortReference(order),
  order_date: iso(order.created_at),
  status: historyStatus(order),
  voucher_type: [...new Set(items.map(({ category }) => category))].join(", "),
  amount: toRupees(order.amount),
  coins_used: toRupees(order.coins),
  is_being_checked: isBeingChecked(order),
  is_on_its_way: isOnItsWay(order),
  is_delayed: delayed.has(order.id),
  payment_note: paymentNote(gateway),
  receipt_number: receipt ? receiptNumber(receipt.financial_year, receipt.serial) : null,
  refunds: refunds.map(refundJson),
  items: itemsJson(items, gifts),
  vouchers: vouchers.map((voucher) => ({
    ...(isLocked ? lockedVoucherJson(shop, voucher) : voucherJson(shop, voucher)),
    // Optional: true if the shopper has used it (PATCH /vouchers/).
    id: voucher.id,
    is_used: voucher.used_at !== null,
  })),
});

const refundJson = ({ amount, coins, askedAt, sentAt, arrivedAt, reference }: RefundProgress) => ({
  amount: toRupees(amount),
  coins: toRupees(coins),
  asked_at: iso(askedAt),
  sent_at: sentAt === null ? null : iso(sentAt),
  arrived_at: arrivedAt === null ? null : iso(arrivedAt),
  reference,
});
type ShownVoucher = Parameters<typeof unsealVoucher>[1] & Pick<IssuedVoucher, "name" | "face_value" | "expires_at">;

/** A voucher with its codes in clear and, as an extension, its name, amount and expiry. */
export function voucherJson(shop: Shop, voucher: ShownVoucher) {
  const { cardNumber, pin, claimUrl } = unsealVoucher(shop, voucher);
  return {
    card_number: cardNumber,
    pin_code: pin ?? "",
    claim_url: claimUrl ?? "",
    name: voucher.name,
    amount: toRupees(voucher.face_value ?? 0),
    expires_at: voucher.expires_at === null ? null : iso(voucher.expires_at),
  };
}

/** Enough to recognise the voucher, but not to spend it. */
export const lockedVoucherJson = (shop: Shop, voucher: ShownVoucher) => ({
  ...voucherJson(shop, voucher),
  card_number: coverCode(unsealVoucher(shop, voucher).cardNumber),
  pin_code: "",
  claim_url: "",
  is_locked: true,
});

/** Present only on gifts with a number. */
const phoneJson = (gift: OrderedGift) =>
  gift.recipient_phone === null
    ? {}
    : { recipient_phone: gift.recipient_phone, phone_state: gift.sent_at === null ? null : phoneState(gift) };

const giftJson = (gift: OrderedGift) => ({
  id: gift.order_item_id,
  recipient_name: gift.recipient_name,
  recipient_email: gift.recipient_email,
  ...phoneJson(gift),
  message: gift.message,
  send_on: gift.send_on,
  state: giftState(gift),
  due_at: gift.due_at === null ? null : iso(gift.due_at),
  sent_at: gift.sent_at === null ? null : iso(gift.sent_at),
  opened_at: gift.opened_at === null ? null : iso(gift.opened_at),
});

/** An order's lines with their gifts. */
const itemsJson = (items: OrderItem[], gifts: OrderedGift[]) =>
  items.map((item) => {
    const gift = gifts.find((candidate) => candidate.order_item_id === item.id);
    return { ...itemJson(item), ...(gift && { gift: giftJson(gift) }) };
  });

const itemJson = (item: OrderItem) => ({
  name: item.name,
  image_url: item.image_url,
  price_mrp: toRupees(item.price_mrp),
  denomination: toRupees(item.denomination),
  quantity: item.quantity,
});
