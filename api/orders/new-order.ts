import { createHash } from "node:crypto";

import { pictureUrl } from "../card-art/picture-url.ts";
import { newShortReference } from "../domain/bank/short-reference.ts";
import { findUnusual, isYoungAccount, type Purchases } from "../domain/purchase-limits.ts";
import { randomId } from "../domain/tokens.ts";
import type { CartLine } from "../repositories/cart/order-cart.ts";
import type { Order } from "../repositories/orders/orders.ts";
import type { Shop } from "../shop/shop.ts";

/** How long an order can be paid (docs/product.md, 7.2), unless the gateway needs longer. */
export const PAYMENT_WINDOW_MS = 300_000;

/**
 * `confirmedEmail` is absent until the shopper has proven the address; `confirmedPhone` then takes its place. `mayGiveCoins`:
 * coins may pay for gifts; a thief who only has the password could send gifts to another address. `isNamed`: the
 * account has a name, which the receipt of a large order needs.
 */
export type Buyer = {
  id: string;
  confirmedEmail?: string;
  confirmedPhone?: string | null;
  mayGiveCoins: boolean;
  isNamed?: boolean;
};

/** The shopper's choices: cash in paise, coins in hundredths, both URLs on the tenant's own origin. */
export type OrderRequest = {
  amount: number;
  orderNumber: string;
  redirectUrl: string;
  notifyUrl: string;
  coinsUsed: number;
};

/** `createdAt`: when the shopper's account was made (ms). */
type Facts = {
  userId: string;
  createdAt: number;
  mailbox: string | null;
  purchases: Purchases;
  total: number;
  spendable: number;
  now: number;
};

/** Describes a new order, which is held for a review if the purchase is unusual. */
export function describeOrder(shop: Shop, request: OrderRequest, facts: Facts): Order {
  const { userId, createdAt, mailbox, purchases, total, spendable, now } = facts;
  const isYoung = isYoungAccount(shop.tenant, now - createdAt);
  const reviewReason = isYoung ? "young_account" : findUnusual(shop.tenant, purchases, total);
  return {
    id: randomId(),
    user_id: userId,
    order_number: request.orderNumber,
    fingerprint: fingerprintOf(request),
    status: "pending",
    total,
    amount: request.amount,
    coins: request.coinsUsed,
    balance_after: spendable - request.coinsUsed,
    redirect_url: request.redirectUrl,
    notify_url: request.notifyUrl,
    cart_cleared: 0,
    created_at: now,
    updated_at: now,
    expires_at: now + Math.max(PAYMENT_WINDOW_MS, shop.payments.leastWindowMs),
    declined_at: null,
    terms_version: null,
    terms_accepted_at: null,
    review: reviewReason && "held",
    review_reason: reviewReason,
    mailbox_key: mailbox,
    payer_key: null,
    short_reference: newShortReference(shop.tenant.id),
  };
}

/** Describes a line of an order as the catalogue is now. */
export const describeLine = (ordered: CartLine & { id: string }) => {
  const { is_available, is_sold, is_offered, available, left, least_end, ends_at, translations, ...line } = ordered;
  const image_url = pictureUrl({ ...line, id: line.product_id, imageUrl: line.image_url });
  return { ...line, image_url, status: "open" as const, issued: 0 };
};

/** Distinguishes the requests with one order number. */
export const fingerprintOf = ({ amount, coinsUsed, redirectUrl, notifyUrl }: OrderRequest) =>
  createHash("sha256")
    .update(JSON.stringify([amount, coinsUsed, redirectUrl, notifyUrl]))
    .digest("base64url");
