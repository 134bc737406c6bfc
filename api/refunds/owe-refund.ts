import type { Writer } from "../db/database.ts";
import { rupeesOf } from "../gateways/wire.ts";
import { mailAboutRefund, queueMail } from "../repositories/mail/outbox.ts";
import { getOrder } from "../repositories/orders/orders.ts";
import { listDisputesOfOrder } from "../repositories/payments/disputes.ts";
import { findReceivedPayment } from "../repositories/payments/payments.ts";
import { insertOrderRefund, markRefundSent } from "../repositories/refunds/order-refunds.ts";
import {
  adoptRefundByGateway,
  insertPaymentRefund,
  listGone,
  lockPaymentRefund,
  type NewRefund,
  updatePaymentRefund,
} from "../repositories/refunds/payment-refunds.ts";
import type { Shop } from "../shop/shop.ts";
import { payFromDispute } from "./disputed-refunds.ts";

type Owed = Omit<Parameters<typeof insertOrderRefund>[1], "now"> & {
  /** The received payment to refund; absent for the one that paid for the order. */
  from?: Received;
};
type Received = { paymentId: string; gatewayPaymentId: string };

/** Records the debt of an order to its buyer, whose cash goes back in the way of the payment. The buyer gets a mail. */
export async function oweRefund(tx: Writer, shop: Shop, { from, ...refund }: Owed) {
  const now = shop.clock.now();
  await insertOrderRefund(tx, { ...refund, now });
  await queueMail(tx, { ...mailAboutRefund(refund.orderId, refund.number), now });
  if (refund.amount === 0) return;
  const received = from ?? (await findReceived(tx, refund.orderId));
  const { orderId, number: refundNumber, amount } = refund;
  // The gateway would be asked to give the same money back twice.
  if (await adoptRefundByGateway(tx, { orderId, refundNumber, amount, ...received }))
    return markRefundSent(tx, orderId, refundNumber, now);
  await insertRefund(tx, shop, { orderId, refundNumber, amount, ...received, reason: "order" });
}

type Returned = Received & { orderId: string; amount: number; reason: "mismatch" | "double" };

/** Records money that goes back independently of any delivery, such as a second payment. */
export async function owePayment(tx: Writer, shop: Shop, returned: Returned) {
  const now = shop.clock.now();
  const id = await insertRefund(tx, shop, returned);
  await queueMail(tx, { kind: "payment-returned", about: id, now });
}

async function insertRefund(tx: Writer, shop: Shop, refund: Omit<NewRefund, "nextTryAt" | "now">) {
  const now = shop.clock.now();
  // Beside money that has gone already an operator decides: the whole refund could be too much.
  const { paymentId: payment_id, gatewayPaymentId: gateway_payment_id } = refund;
  const gone = (await listGone(tx, { payment_id, gateway_payment_id })).reduce((sum, { amount }) => sum + amount, 0);
  const doubt =
    gone > 0
      ? `₹${rupeesOf(gone)} of this payment have gone back already`
      : (await isUnreadDispute(tx, refund.orderId))
        ? UNREAD_DISPUTE
        : null;
  const id = await insertPaymentRefund(tx, { ...refund, nextTryAt: doubt === null ? whenToSend(shop) : null, now });
  const isPaid = await payFromDispute(tx, (await lockPaymentRefund(tx, id))!, now);
  if (doubt !== null && !isPaid) await updatePaymentRefund(tx, id, { detail: doubt });
  return id;
}

/** True for an order that is or was held for a dispute that is not in the books. */
const isUnreadDispute = async (tx: Writer, orderId: string) =>
  (await getOrder(tx, orderId)).review_reason === "disputed" && (await listDisputesOfOrder(tx, orderId)).length === 0;

const UNREAD_DISPUTE =
  "the gateway has reported a dispute that cannot be read: look in its dashboard before you send this refund";

async function findReceived(tx: Writer, orderId: string): Promise<Received> {
  const received = await findReceivedPayment(tx, orderId);
  if (received === undefined) throw new Error(`order ${orderId} owes cash that nobody has paid`);
  const { payment_id: paymentId, gateway_payment_id: gatewayPaymentId } = received;
  return { paymentId, gatewayPaymentId: gatewayPaymentId ?? paymentId };
}

/** At once if the brand has chosen that, else with `awning refunds send`. */
const whenToSend = ({ tenant: { payments }, clock }: Shop) =>
  payments !== undefined && "refunds" in payments && payments.refunds === "automatic" ? clock.now() : null;
