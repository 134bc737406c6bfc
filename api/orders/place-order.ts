import { createHash } from "node:crypto";
import type { Reader, Writer } from "../db/database.ts";
import { MAX_TOTAL_PAISE, quote, type Quote } from "../domain/pricing.ts";
import { randomId } from "../domain/tokens.ts";
import { ApiError } from "../error.ts";
import { countReleasable } from "../repositories/coin-lots.ts";
import { holdCoins, lockBuyer, releaseHeldCoins, spendHeldCoins } from "../repositories/coins.ts";
import { listCartForOrder, type CartLine } from "../repositories/order-cart.ts";
import { findOrderByNumber, insertOrder, listPendingOrders, moveOrder, type Order } from "../repositories/orders.ts";
import { findPaymentOfOrder, insertPayment, keepIntent } from "../repositories/payments.ts";
import { issueReceipt } from "../repositories/receipts.ts";
import { countStock } from "../repositories/vouchers.ts";
import type { Shop } from "../shop.ts";
import { tryToFulfil } from "./fulfil-order.ts";

/** How long an order can be paid: the spec's 300 s (section 9). */
export const PAYMENT_WINDOW_MS = 300_000;

/** When the gateway is asked for the first time, should its notification not have come. */
const FIRST_POLL_MS = 20_000;

/** What the shopper asks for: cash in paise, coins in hundredths, both URLs on the tenant's own origin. */
export type OrderRequest = {
  amount: number;
  orderNumber: string;
  redirectUrl: string;
  notifyUrl: string;
  coinsUsed: number;
};

/** `changed`: the cart, a price or the balance is not as the request says; figures in paise and hundredths. */
export type Placed =
  | { state: "placed" | "replayed"; order: Order }
  | { state: "changed"; detail: string; total: number; coins: number; balance: number };

/**
 * Turns the shopper's whole cart into an order, once for each order number: a replay answers the first one's order.
 * Total, discount and stock are worked out anew; the request's figures are only compared. An earlier order that is still
 * pending is superseded: it expires now and its coins go back. Without cash to pay the order completes at once.
 * @throws ApiError 422 for another request under the same number, or a total beyond every limit.
 */
export async function placeOrder(shop: Shop, userId: string, request: OrderRequest): Promise<Placed> {
  const known = await findOrderByNumber(shop.db.read, userId, request.orderNumber);
  const placed = known === undefined ? await placeNew(shop, userId, request) : replay(known, request);
  if (placed.state === "changed") return placed;
  if (placed.order.amount > 0) await askForPayment(shop, placed.order);
  else await tryToFulfil(shop, placed.order.id);
  return placed;
}

function replay(known: Order, request: OrderRequest): Placed {
  if (known.fingerprint === fingerprintOf(request)) return { state: "replayed", order: known };
  throw new ApiError(422, "This order number was used for another order.");
}

async function placeNew(shop: Shop, userId: string, request: OrderRequest): Promise<Placed> {
  // Counted outside the transaction: stock is not reserved, and what is gone by the time of payment is paid back.
  const outOfStock = await findOutOfStock(shop.db.read, userId);
  return shop.db.transaction(async (tx) => {
    // One shopper's orders are placed one after the other: with the lock off, two would hold the same coins.
    const { coins: balance } = await lockBuyer(tx, userId, shop.clock.now());
    const known = await findOrderByNumber(tx, userId, request.orderNumber);
    if (known) return replay(known, request);

    const pending = await listPendingOrders(tx, userId);
    const lines = await listCartForOrder(tx, userId);
    const total = lines.reduce((sum, line) => sum + line.denomination * line.quantity, 0);
    const now = shop.clock.now();
    const held = await countReleasable(
      tx,
      pending.map(({ id }) => id),
      now,
    );
    const spendable = balance + held;
    const offer = quote(total, shop.tenant.coins.discountPercent, spendable);
    const objection = findObjection(request, lines, offer, outOfStock);
    if (objection !== undefined) return { state: "changed", detail: objection, total, coins: offer.coins, balance };
    if (total > MAX_TOTAL_PAISE) throw new ApiError(422, "This order is too large. Please split it.");

    for (const order of pending) {
      await moveOrder(tx, order, "expired", now);
      await releaseHeldCoins(tx, order, now);
    }
    return { state: "placed", order: await write(tx, shop, userId, request, lines, { total, spendable, now }) };
  });
}

/** Why the request is not what the cart, the catalogue and the balance say now; text for the shopper. */
function findObjection(request: OrderRequest, lines: CartLine[], offer: Quote, outOfStock: string | undefined) {
  if (lines.length === 0) return "Your cart is empty.";
  const gone = lines.find((line) => line.is_available !== 1 || !line.is_sold);
  if (gone) return `${gone.name} is not available any more.`;
  if (outOfStock !== undefined) return `${outOfStock} is out of stock.`;
  if (request.coinsUsed > 0 && !offer.isEligible) {
    return `Insufficient coins for discount. Need ${offer.coinsNeeded} coins.`;
  }
  const isExpected = request.coinsUsed === 0 || request.coinsUsed === offer.coins;
  if (isExpected && request.amount + request.coinsUsed === offer.total) return undefined;
  return "Your cart has changed. Please check the new total.";
}

type Figures = { total: number; spendable: number; now: number };

/** Writes order, lines, hold and payment; without cash to pay the order is paid. */
async function write(
  tx: Writer,
  shop: Shop,
  userId: string,
  request: OrderRequest,
  lines: CartLine[],
  { total, spendable, now }: Figures,
) {
  const order: Order = {
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
    expires_at: now + PAYMENT_WINDOW_MS,
    terms_version: null,
    terms_accepted_at: null,
  };
  await insertOrder(tx, order, lines.map(snapshot));
  if (!(await holdCoins(tx, order, now))) throw new Error(`the coins of order ${order.id} are gone despite the lock`);
  if (order.amount === 0) {
    await spendHeldCoins(tx, order.id);
    await issueReceipt(tx, shop.tenant, order, now);
    return moveOrder(tx, order, "paid", now);
  }
  await insertPayment(tx, {
    id: randomId(),
    order_id: order.id,
    amount: order.amount,
    links: null,
    qr_payload: null,
    next_poll_at: now + FIRST_POLL_MS,
    polls: 0,
    created_at: now,
  });
  return order;
}

const snapshot = ({ is_available, is_sold, ...line }: CartLine) => ({ ...line, status: "open" as const, issued: 0 });

const fingerprintOf = ({ amount, coinsUsed, redirectUrl, notifyUrl }: OrderRequest) =>
  createHash("sha256")
    .update(JSON.stringify([amount, coinsUsed, redirectUrl, notifyUrl]))
    .digest("base64url");

/** The name of a product in the cart that the stock cannot serve now. */
async function findOutOfStock(db: Reader, userId: string): Promise<string | undefined> {
  for (const line of await listCartForOrder(db, userId)) {
    if ((await countStock(db, line.product_id, line.denomination)) < line.quantity) return line.name;
  }
  return undefined;
}

/** Asks the gateway for the order's links unless they are there: outside the transaction, since it may be far away. */
async function askForPayment({ db, log, payments, tenant }: Shop, order: Order) {
  const payment = await findPaymentOfOrder(db.read, order.id);
  if (payment === undefined || payment.links !== null || order.status !== "pending") return;
  const request = {
    paymentId: payment.id,
    orderNumber: order.order_number,
    amount: order.amount,
    payee: tenant.branding.organization_name ?? tenant.id,
    expiresAt: order.expires_at,
    redirectUrl: order.redirect_url,
    notifyUrl: order.notify_url,
  };
  const intent = await payments.createIntent(request).catch((error: unknown) => {
    log.error({ err: error, orderId: order.id }, "payment gateway gave no links");
    throw new ApiError(503, "Payment is not available at the moment. Please try again.");
  });
  await db.transaction((tx) => keepIntent(tx, payment.id, intent));
}
