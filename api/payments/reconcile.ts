import { expireOrder } from "../orders/expire-order.ts";
import { tryToFulfil } from "../orders/fulfil-order.ts";
import { listOverdueOrders, listUnfulfilledOrders } from "../repositories/orders.ts";
import { listPaymentsToPoll, schedulePoll } from "../repositories/payments.ts";
import type { Shop } from "../shop.ts";
import { within } from "../within.ts";
import { settlePayment } from "./settle-payment.ts";

/** Polls of one payment: after 20 s, 40 s, 80 s, … for about a day in all, then it is the operator's. */
const FIRST_PAUSE_MS = 20_000;
const MAX_POLLS = 13;

/** So long one payment's status is waited for. */
const GATEWAY_MS = 5_000;

/** How long an overdue order waits for a gateway that cannot be reached, before it expires without an answer. */
const GATEWAY_GRACE_MS = 120_000;

/** Asks the gateway about a payment and takes what it says like a notification. @throws when it cannot be reached. */
async function pollPayment(shop: Shop, paymentId: string, orderNumber: string) {
  const report = await within(GATEWAY_MS, "the payment gateway", shop.payments.fetchStatus(paymentId));
  if (report === undefined || report.result === "pending") return;
  // One event for each result, however often it is asked.
  await settlePayment(shop, { eventId: `poll:${paymentId}:${report.result}`, paymentId, orderNumber, report });
}

/** Polls every payment that is due, so that a lost notification is found, also one for an order that has expired. */
export async function reconcilePayments(shop: Shop, signal?: AbortSignal) {
  const { db, clock, log } = shop;
  for (const { id, polls, order_number, status } of await listPaymentsToPoll(db.read, clock.now())) {
    if (signal?.aborted) return;
    const isOpen = status === "pending" || status === "expired" || status === "failed";
    if (isOpen) {
      await pollPayment(shop, id, order_number).catch((error: unknown) =>
        log.warn({ err: error, paymentId: id }, "payment gateway cannot be asked"),
      );
    }
    const isLast = !isOpen || polls + 1 >= MAX_POLLS;
    const next = isLast ? null : clock.now() + FIRST_PAUSE_MS * 2 ** polls;
    await db.transaction((tx) => schedulePoll(tx, id, polls + 1, next));
  }
}

/** Ends every order whose payment window is over, after the gateway has been asked a last time. */
export async function expireOrders(shop: Shop, signal?: AbortSignal) {
  const { db, clock, log } = shop;
  for (const { id, order_number, expires_at, payment_id } of await listOverdueOrders(db.read, clock.now())) {
    if (signal?.aborted) return;
    try {
      if (payment_id !== null) await pollPayment(shop, payment_id, order_number);
    } catch (error) {
      log.warn({ err: error, orderId: id }, "payment gateway cannot be asked");
      if (clock.now() < expires_at + GATEWAY_GRACE_MS) continue;
    }
    await expireOrder(shop, id);
  }
}

/** Finishes what was paid and not yet handed over: after a crash, or once an issuer has what was missing. */
export async function resumeFulfilment(shop: Shop, signal?: AbortSignal) {
  for (const { id } of await listUnfulfilledOrders(shop.db.read)) {
    if (signal?.aborted) return;
    await tryToFulfil(shop, id);
  }
}
