import type { Tenant } from "../../tenants/schema.ts";
import type { Writer } from "../db/database.ts";
import { judgeReport, type ReportOutcome } from "../domain/orders.ts";
import { DAY_MS, findExcess } from "../domain/purchase-limits.ts";
import type { PaymentEvent } from "../payments/gateway.ts";
import { releaseHeldCoins, spendHeldCoins, takeReleasedCoins } from "../repositories/coins.ts";
import { lockOrder, moveOrder, readPurchases, setReview, type Order } from "../repositories/orders.ts";
import { queueMail } from "../repositories/outbox.ts";
import { findPayment, hasPaymentEvent, insertPaymentEvent, insertRefund } from "../repositories/payments.ts";
import { issueReceipt } from "../repositories/receipts.ts";
import type { Shop } from "../shop.ts";
import { tryToFulfil } from "./fulfil-order.ts";

/** What became of a payment event; `unknown` may become known, so its sender should try again. */
export type Settled = ReportOutcome | "duplicate" | "unknown";

/**
 * Takes what a gateway says about a payment, whether it was notified or asked, and hands over the vouchers of an order
 * that is paid now. Safe to call again with the same event.
 */
export async function settlePayment(shop: Shop, event: PaymentEvent): Promise<Settled> {
  const payment = await findPayment(shop.db.read, event.paymentId);
  if (payment === undefined || payment.order_number !== event.orderNumber) {
    shop.log.warn({ eventId: event.eventId, paymentId: event.paymentId }, "payment event for an unknown order");
    return "unknown";
  }
  const settled = await recordPayment(shop, payment.order_id, event);
  if (settled === "mismatch") {
    const { paymentId, report } = event;
    shop.log.error({ paymentId, orderId: payment.order_id, report }, "payment does not match its order");
  }
  if (settled === "paid" || settled === "paid_late") await tryToFulfil(shop, payment.order_id);
  return settled;
}

/** Stores the event once and moves its order under the order's lock; what is paid then waits for its vouchers. */
export const recordPayment = (shop: Shop, orderId: string, event: PaymentEvent): Promise<Settled> =>
  shop.db.transaction(async (tx) => {
    // Everything that moves this order waits here; whichever comes second finds it moved.
    const order = await lockOrder(tx, orderId);
    if (await hasPaymentEvent(tx, event.eventId)) return "duplicate";
    const outcome = judgeReport(order, event.report);
    await insertPaymentEvent(tx, event, outcome, shop.clock.now());
    await applyOutcome(tx, shop, order, event, outcome);
    return outcome;
  });

async function applyOutcome(
  tx: Writer,
  { tenant, clock }: Shop,
  order: Order,
  { report }: PaymentEvent,
  outcome: ReportOutcome,
) {
  const now = clock.now();
  switch (outcome) {
    case "ignored":
      return;
    case "paid":
      await moveOrder(tx, order, "paid", now);
      await spendHeldCoins(tx, order.id);
      await issueReceipt(tx, tenant, order, now);
      return;
    case "failed":
      await moveOrder(tx, order, "failed", now);
      await releaseHeldCoins(tx, order, now);
      return;
    case "paid_late": {
      // It was superseded or ran out, so it did not count when later ones were placed.
      const isTooMuch = await goesBeyondLimits(tx, tenant, order, now);
      const late = await moveOrder(tx, order, "paid_late", now);
      if (await takeReleasedCoins(tx, order, now)) {
        if (isTooMuch) await setReview(tx, order.id, "held");
        await issueReceipt(tx, tenant, order, now);
        return;
      }
      await owe(tx, late, order.amount, "late", now);
      return;
    }
    case "mismatch":
      // Only an order that is not paid for can owe this money; for a paid one the stored event is what tells of it.
      if (!["pending", "expired", "failed"].includes(order.status)) return;
      await releaseHeldCoins(tx, order, now);
      await owe(tx, order, report.amount, "mismatch", now);
  }
}

async function goesBeyondLimits(tx: Writer, tenant: Tenant, { user_id: userId, total }: Order, now: number) {
  const purchases = await readPurchases(tx, userId, { since: now - DAY_MS, now });
  return findExcess(tenant, purchases, total) !== undefined;
}

/** Queues `amount` paise to go back to the payer; the order ends here. */
async function owe(tx: Writer, order: Order, amount: number, reason: "late" | "mismatch", now: number) {
  await moveOrder(tx, order, "refund_due", now);
  await insertRefund(tx, { orderId: order.id, amount, coins: 0, reason, now });
  await queueMail(tx, { kind: "refund", about: order.id, now });
}
