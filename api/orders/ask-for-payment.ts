import { t } from "../../config/language/t.ts";
import { ApiError } from "../base/error.ts";
import { within } from "../concurrency/within.ts";
import type { Writer } from "../db/database.ts";
import { pipeline } from "../db/pipeline.ts";
import { isDeclined } from "../domain/orders.ts";
import { randomId } from "../domain/tokens.ts";
import type { Intent, IntentRequest } from "../ports/gateway.ts";
import { findPhone } from "../repositories/accounts/users.ts";
import { releaseHeldCoins } from "../repositories/coins/coins.ts";
import { extendOrder, lockOrder, moveOrder, type Order, setDeclined } from "../repositories/orders/orders.ts";
import {
  endPayment,
  findPaymentOfOrder,
  hasOpenPayment,
  insertPayment,
  keepIntent,
  keepRefs,
  type Payment,
} from "../repositories/payments/payments.ts";
import { releaseStock } from "../repositories/stock/reservations.ts";
import type { Shop } from "../shop/shop.ts";

/** Timeout for a remote gateway's answer. */
const GATEWAY_MS = 15_000;

/** The delay before the first query to the gateway, if it has not sent a notification. */
const FIRST_POLL_MS = 20_000;

/** Writes an attempt to pay the order. A remote gateway is queried after the transaction. */
export async function openPayment(tx: Writer, shop: Shop, order: Order): Promise<Payment> {
  const { id: order_id, amount } = order;
  const now = shop.clock.now();
  const id = randomId();
  const opened = shop.payments.createIntentInside?.(tx, intentOf(shop, order, { id, phone: null }));
  const row = { id, order_id, amount, gateway: shop.payments.kind, next_poll_at: now + FIRST_POLL_MS, created_at: now };
  const [payment] = await pipeline([insertPayment(tx, row, opened?.intent), opened?.kept]);
  return payment;
}

const unavailable = () => new ApiError(503, t("api.paymentUnavailable"));

function noPhone() {
  const text = t("api.noPhone");
  return new ApiError(422, text, { phone: text });
}

/**
 * Requests the ways to pay the order from a remote gateway: outside the transaction, because the answer may be slow. A replay
 * makes a new attempt, because the state of the former one is unknown. The reconciler continues to query the former one.
 */
export async function askForPayment(shop: Shop, order: Order, first: Payment, state: "placed" | "replayed") {
  const { db, log } = shop;
  const payment = state === "placed" ? first : await db.transaction((tx) => openPayment(tx, shop, order));
  const phone = await findPhone(db.read, order.user_id);
  const asked = shop.payments.createIntent(intentOf(shop, order, { id: payment.id, phone }));
  const created = await within(GATEWAY_MS, "the payment gateway", asked).catch((error: unknown) => {
    log.error({ err: error, orderId: order.id, paymentId: payment.id }, "payment gateway gave no links");
    throw unavailable();
  });
  if (created.state === "created") return keepAnswer(shop, order.id, payment.id, created.intent);
  const { reason, detail } = created;
  log.error({ orderId: order.id, paymentId: payment.id, reason, detail }, "payment gateway refuses the order");
  await endRefused(shop, order.id, payment.id);
  throw reason === "no_phone" ? noPhone() : unavailable();
}

/** The gateway sets the end of the payment window. Two requests at once both get the links that came first. */
const keepAnswer = (shop: Shop, orderId: string, paymentId: string, intent: Intent) =>
  shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const shown = await findPaymentOfOrder(tx, orderId);
    await keepRefs(tx, paymentId, intent.refs);
    if (shown !== undefined && shown.links !== null) return { order, payment: shown };
    await keepIntent(tx, paymentId, intent);
    const expiresAt = Math.max(order.expires_at, intent.expiresAt);
    await extendOrder(tx, orderId, expiresAt);
    if (order.declined_at !== null) await setDeclined(tx, orderId, null);
    return {
      order: { ...order, expires_at: expiresAt, declined_at: null },
      payment: await findPaymentOfOrder(tx, orderId),
    };
  });

/** A refused first attempt fails its order. After a declined one the order waits for another try until its window ends. */
async function endRefused(shop: Shop, orderId: string, paymentId: string) {
  const isSeen = await shop.db.transaction(async (tx) => {
    const now = shop.clock.now();
    const order = await lockOrder(tx, orderId);
    await endPayment(tx, paymentId, now);
    if (order.status !== "pending" || isDeclined(order) || (await hasOpenPayment(tx, orderId))) return false;
    await moveOrder(tx, order, "failed", now);
    await releaseHeldCoins(tx, order, now);
    return releaseStock(tx, shop.tenant, orderId, now);
  });
  if (isSeen) await shop.db.announceCatalogue();
}

const intentOf = (
  { tenant }: Shop,
  order: Order,
  { id, phone }: { id: string; phone: string | null },
): IntentRequest => ({
  attemptId: id,
  orderNumber: order.order_number,
  shortReference: order.short_reference,
  amount: order.amount,
  payee: tenant.branding.organization_name ?? tenant.id,
  expiresAt: order.expires_at,
  redirectUrl: order.redirect_url,
  notifyUrl: order.notify_url,
  payer: { id: order.user_id, phone },
});
