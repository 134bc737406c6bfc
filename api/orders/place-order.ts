import { createHash } from "node:crypto";

import { deviceNotConfirmed } from "../accounts/confirm-device.ts";
import type { Writer } from "../db/database.ts";
import { lockNames } from "../db/locks.ts";
import { lockThenRead, pipeline } from "../db/pipeline.ts";
import { newShortReference } from "../domain/bank/short-reference.ts";
import { MAX_CARDS, MAX_TOTAL_PAISE, quote } from "../domain/pricing.ts";
import { mailboxKey } from "../domain/purchase-keys.ts";
import {
  BEYOND_LIMITS,
  findUnusual,
  isBeyondLimits,
  isYoungAccount,
  purchaseWindows,
  type ReviewReason,
} from "../domain/purchase-limits.ts";
import { MOST_TOLD } from "../domain/stock/stock-left.ts";
import { randomId } from "../domain/tokens.ts";
import { ApiError, signedOut } from "../error.ts";
import { countReleasable } from "../repositories/coin-lots.ts";
import { holdCoins, lockBuyer, releaseHeldCoins, spendHeldCoins } from "../repositories/coins.ts";
import { type CartLine, clearOrderedLines, listCartForOrder } from "../repositories/order-cart.ts";
import { insertOrder, isReferenceTaken, lockOpenOrders, moveOrder, type Order } from "../repositories/orders.ts";
import { findPaymentOfOrder, type Payment } from "../repositories/payments/payments.ts";
import { findOpenStop } from "../repositories/payments/selling-stops.ts";
import { readPurchases } from "../repositories/purchases.ts";
import { issueReceipt } from "../repositories/receipts.ts";
import { checkReleased, isReleaseSeen, releaseRows } from "../repositories/stock/reservations.ts";
import type { Shop } from "../shop.ts";
import { askForPayment, openPayment } from "./ask-for-payment.ts";
import { describeShortage, findObjection } from "./find-objection.ts";
import { tryToFulfil } from "./fulfil-order.ts";
import { reserveLines } from "./reserve-stock.ts";

/** The time in which an order can be paid (docs/product.md, 7.2), unless the gateway needs longer. */
export const PAYMENT_WINDOW_MS = 300_000;

/**
 * `confirmedEmail` is absent until the shopper has proven the address. `mayGiveCoins`: coins may pay for gifts; a thief who only
 * has the password could send gifts to another address.
 */
export type Buyer = { id: string; confirmedEmail?: string; mayGiveCoins: boolean };

/** The shopper's choices: cash in paise, coins in hundredths, both URLs on the tenant's own origin. */
export type OrderRequest = {
  amount: number;
  orderNumber: string;
  redirectUrl: string;
  notifyUrl: string;
  coinsUsed: number;
};

/** `changed`: the request no longer fits the cart, the prices or the balance. `total` in paise, coins in hundredths. */
export type Placed =
  | { state: "placed" | "replayed"; order: Order; payment: Payment | undefined }
  | { state: "changed"; detail: string; total: number; coins: number; balance: number };

/**
 * Turns the shopper's whole cart into an order. One order number makes one order: a repeated request gets the same order.
 * Total, discount and stock are computed here and compared with the request's figures. The shopper's pending order, if any,
 * expires and gives its coins back. An order without cash to pay is fulfilled at once.
 * @throws ApiError 401 for a buyer who is gone; 422 if the number belongs to a different request, or the order exceeds the limits of
 * an order or a day; 403 if coins would pay for gifts and the buyer may not give them, or while selling is stopped; 503 if the
 * gateway gives no links
 */
export async function placeOrder(shop: Shop, buyer: Buyer, request: OrderRequest): Promise<Placed> {
  const { isSeen, ...placed } = await tryToPlace(shop, buyer, request);
  if (isSeen) await shop.db.announceCatalogue();
  if (placed.state === "changed") return placed;
  const { order, payment } = placed;
  // Later lines have no request id: this one connects the request with the order's number.
  shop.log.info(
    { orderId: order.id, orderNumber: order.order_number, paymentId: payment?.id },
    `order ${placed.state}`,
  );
  if (order.amount === 0) await tryToFulfil(shop, order.id);
  const isToBeAsked = payment !== undefined && payment.links === null && order.status === "pending";
  return isToBeAsked ? { ...placed, ...(await askForPayment(shop, order, payment, placed.state)) } : placed;
}

const SELLING_STOPPED =
  "We take no new orders at the moment. Your cart and your coins stay as they are. Please come back later.";

/** In a brand with a million orders, one new reference in 200 is taken. */
const MOST_REFERENCES = 8;

/** Returns `changed`, with everything rolled back, if other orders take the last cards at the same time. */
async function tryToPlace(shop: Shop, buyer: Buyer, request: OrderRequest, references = 1): Promise<Tried> {
  try {
    return await shop.db.transaction((tx) => placeInside(tx, shop, buyer, request), buyer.id);
  } catch (error) {
    if (error instanceof CardsTaken) return error.answer;
    if (isReferenceTaken(error) && references < MOST_REFERENCES)
      return tryToPlace(shop, buyer, request, references + 1);
    throw error;
  }
}

/** `isSeen`: the number of cards left that visitors see has changed. */
type Tried = Placed & { isSeen?: boolean };

class CardsTaken extends Error {
  override name = "CardsTaken";
  readonly answer: Tried;

  constructor(answer: Tried) {
    super("others took the cards of an order that was being placed");
    this.answer = answer;
  }
}

async function placeInside(tx: Writer, shop: Shop, buyer: Buyer, request: OrderRequest): Promise<Tried> {
  const { id: userId, confirmedEmail, mayGiveCoins } = buyer;
  const now = shop.clock.now();
  const mailbox = confirmedEmail === undefined ? null : mailboxKey(shop.keys, confirmedEmail);
  const { account, orders, lines, purchases, stop } = await readUnderLocks(tx, shop, { userId, mailbox, request, now });
  const { balance, createdAt } = account;
  const { known, pending } = orders;
  if (known) return replay(tx, known, request);
  if (stop !== undefined) throw new ApiError(403, SELLING_STOPPED);

  const total = lines.reduce((sum, line) => sum + line.denomination * line.quantity, 0);
  const held = pending.filter(({ coins }) => coins > 0).map(({ id }) => id);
  const spendable = balance + (await countReleasable(tx, held, now));
  const { discountPercent, allowPartial } = shop.tenant.coins;
  const offer = quote(total, discountPercent, spendable, allowPartial);
  const changed = { state: "changed" as const, total, coins: offer.coins, balance };
  const objection = findObjection(request, lines, offer, allowPartial);
  if (objection !== undefined) return { ...changed, detail: objection };
  if (isTooLarge(lines, total)) throw new ApiError(422, "This order is too large. Please split it.");
  if (!mayGiveCoins && givesCoins(request, lines)) throw deviceNotConfirmed();
  if (isBeyondLimits(shop.tenant, purchases, total)) throw new ApiError(422, BEYOND_LIMITS);

  const isYoung = isYoungAccount(shop.tenant, now - createdAt);
  const reviewReason = isYoung ? "young_account" : findUnusual(shop.tenant, purchases, total);
  const expiresAt = now + Math.max(PAYMENT_WINDOW_MS, shop.payments.leastWindowMs);
  const order = toOrder(shop, userId, request, { total, spendable, now, expiresAt, reviewReason, mailbox });
  const ordered = lines.map((line) => ({ ...line, id: randomId() }));
  // The superseded order's cards first, because the new one may need them.
  const [released, , payment, , short] = await pipeline([
    pipeline(pending.map(({ id }) => releaseRows(tx, { orderId: id }))),
    insertOrder(tx, order, ordered.map(snapshot)),
    order.amount > 0 ? openPayment(tx, shop, order) : undefined,
    supersede(tx, pending, now),
    reserveLines(tx, ordered, now),
  ]);
  if (short !== undefined) throw new CardsTaken({ ...changed, detail: describeShortage(short) });
  // `left` already counts the released cards of these products.
  const others = released.flat().filter((row) => lines.every((line) => line.product_id !== row.product_id));
  await checkReleased(tx, others, now);
  const isSeen =
    lines.some(({ left, is_offered }) => !is_offered && left <= MOST_TOLD) ||
    (await isReleaseSeen(tx, shop.tenant, others, now));
  // After supersede(), which gives coins back.
  if (!(await holdCoins(tx, order, now))) throw new Error(`the coins of order ${order.id} are gone despite the lock`);
  if (payment !== undefined) return { state: "placed", order, payment, isSeen };
  await spendHeldCoins(tx, order.id);
  await issueReceipt(tx, shop.tenant, order, now);
  const paid = await moveOrder(tx, order, "paid", now);
  await clearOrderedLines(tx, paid);
  return { state: "placed", order: paid, payment, isSeen };
}

const isTooLarge = (lines: { quantity: number }[], total: number) =>
  total > MAX_TOTAL_PAISE || lines.reduce((sum, { quantity }) => sum + quantity, 0) > MAX_CARDS;

const givesCoins = ({ coinsUsed }: OrderRequest, lines: { gift: string }[]) =>
  coinsUsed > 0 && lines.some(({ gift }) => gift !== "");

type Asked = { userId: string; mailbox: string | null; request: OrderRequest; now: number };

/**
 * Reads the rows that decide an order, and locks those that must not change until the order is written: the mailbox, because
 * accounts that share one share its purchase limits; the buyer's row, because two orders at once could hold the same coins; and
 * the buyer's open orders and the one with this number, which are superseded or repeated.
 */
async function readUnderLocks(tx: Writer, shop: Shop, { userId, mailbox, request, now }: Asked) {
  const {
    locked: [, account, orders],
    found: [lines, purchases, stop],
  } = await lockThenRead(
    () => [
      lockNames(tx, mailbox === null ? [] : [mailbox]),
      lockBuyer(tx, userId, now),
      lockOpenOrders(tx, userId, request.orderNumber),
    ],
    () => [
      listCartForOrder(tx, shop.tenant, userId, now),
      readPurchases(tx, { userId, mailboxKey: mailbox, payerKey: null }, purchaseWindows(shop.tenant, now)),
      findOpenStop(tx),
    ],
  );
  if (account === undefined) throw signedOut();
  return { account, orders, lines, purchases, stop };
}

async function supersede(tx: Writer, pending: Order[], now: number) {
  for (const order of pending) {
    await pipeline([
      moveOrder(tx, order, "expired", now),
      order.coins > 0 ? releaseHeldCoins(tx, order, now) : undefined,
    ]);
  }
}

async function replay(tx: Writer, known: Order, request: OrderRequest): Promise<Placed> {
  if (known.fingerprint !== fingerprintOf(request))
    throw new ApiError(422, "This order number was used for another order.");
  return { state: "replayed", order: known, payment: await findPaymentOfOrder(tx, known.id) };
}

type Facts = {
  total: number;
  spendable: number;
  now: number;
  expiresAt: number;
  reviewReason: ReviewReason | null;
  mailbox: string | null;
};

function toOrder({ tenant }: Shop, userId: string, request: OrderRequest, facts: Facts): Order {
  const { total, spendable, now, expiresAt, reviewReason, mailbox } = facts;
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
    expires_at: expiresAt,
    terms_version: null,
    terms_accepted_at: null,
    review: reviewReason && "held",
    review_reason: reviewReason,
    mailbox_key: mailbox,
    payer_key: null,
    short_reference: newShortReference(tenant.id),
  };
}

const snapshot = (ordered: CartLine & { id: string }) => {
  const { is_available, is_sold, is_offered, available, left, least_end, ends_at, ...line } = ordered;
  return { ...line, status: "open" as const, issued: 0 };
};

const fingerprintOf = ({ amount, coinsUsed, redirectUrl, notifyUrl }: OrderRequest) =>
  createHash("sha256")
    .update(JSON.stringify([amount, coinsUsed, redirectUrl, notifyUrl]))
    .digest("base64url");
