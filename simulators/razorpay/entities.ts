import type { Books, Link, Notes, Order, Payment, Qr, Refund } from "./books.ts";

/** The vendor writes a list in place of an empty object. */
const notes = (notes: Notes): Notes | [] => (Object.keys(notes).length === 0 ? [] : notes);
const seconds = (ms: number) => Math.floor(ms / 1000);
const isCaptured = ({ status }: Payment) => status === "captured";

/** A field that no client expects, because vendors add fields without notice. */
const UNKNOWN = { x_added_later: { since: "2026-10", list: [1, "two", null] } };

export function linkStatus(books: Books, link: Link) {
  const paid = books.paid(link);
  if (paid === 0) return link.status;
  return link.acceptPartial && paid < link.amount ? "partially_paid" : "paid";
}

/** The payment that the vendor signs when it sends the payer back. */
export const lastPayment = (books: Books, owner: Link | Order): Payment | undefined =>
  books.paymentsOf(owner).findLast(isCaptured);

export function orderEntity(books: Books, order: Order) {
  const tries = books.paymentsOf(order);
  const paid = books.paid(order);
  const status = tries.some(isCaptured) ? "paid" : tries.length > 0 ? "attempted" : "created";
  return {
    id: order.id,
    entity: "order",
    amount: order.amount,
    amount_paid: paid,
    amount_due: Math.max(0, order.amount - paid),
    currency: order.currency,
    receipt: order.receipt,
    offer_id: null,
    status,
    attempts: tries.length,
    notes: notes(order.notes),
    created_at: seconds(order.createdAt),
    ...UNKNOWN,
  };
}

export function linkEntity(books: Books, link: Link, origin: string) {
  const captured = books.paymentsOf(link).filter(isCaptured);
  return {
    accept_partial: link.acceptPartial,
    amount: link.amount,
    amount_paid: books.paid(link),
    callback_method: link.callbackUrl ? "get" : "",
    callback_url: link.callbackUrl ?? "",
    cancelled_at: link.status === "cancelled" ? seconds(link.endedAt) : 0,
    created_at: seconds(link.createdAt),
    currency: link.currency,
    customer: link.customer,
    description: link.description,
    expire_by: seconds(link.expireBy),
    expired_at: link.status === "expired" ? seconds(link.endedAt) : 0,
    first_min_partial_amount: 0,
    id: link.id,
    notes: notes(link.notes),
    notify: { email: false, sms: false, whatsapp: false },
    ...(link.orderId && { order_id: link.orderId }),
    payments: captured.length === 0 ? null : captured.map((payment) => linkPayment(link, payment)),
    reference_id: link.referenceId,
    reminder_enable: false,
    reminders: [],
    short_url: `${origin}/i/${link.id.slice("plink_".length)}`,
    status: linkStatus(books, link),
    updated_at: seconds(link.createdAt),
    upi_link: false,
    user_id: "",
    ...UNKNOWN,
  };
}

const linkPayment = (link: Link, payment: Payment) => ({
  amount: payment.amount,
  created_at: seconds(payment.createdAt),
  method: "upi",
  payment_id: payment.id,
  plink_id: link.id,
  status: "captured",
  updated_at: seconds(payment.createdAt),
});

export function paymentEntity(books: Books, payment: Payment) {
  const refunded = books.refunded(payment);
  const isFull = refunded >= payment.amount;
  const isFailed = payment.status === "failed";
  return {
    id: payment.id,
    entity: "payment",
    amount: payment.amount,
    currency: payment.currency,
    status: refunded > 0 && isFull ? "refunded" : payment.status,
    order_id: payment.orderId,
    invoice_id: null,
    international: false,
    method: "upi",
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : isFull ? "full" : "partial",
    captured: isCaptured(payment),
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: payment.vpa,
    email: "void@razorpay.com",
    contact: "+919000090000",
    notes: notes(payment.notes),
    ...(payment.payersFee !== undefined && { fee_bearer: "customer" }),
    fee: payment.payersFee ?? (isCaptured(payment) ? Math.ceil(payment.amount * 0.0236) : null),
    tax: isCaptured(payment) ? Math.ceil(payment.amount * 0.0036) : null,
    error_code: isFailed ? "BAD_REQUEST_ERROR" : null,
    error_description: isFailed ? "Payment was unsuccessful as it was declined by the customer." : null,
    error_source: isFailed ? "customer" : null,
    error_step: isFailed ? "payment_authorization" : null,
    error_reason: isFailed ? "payment_declined" : null,
    acquirer_data: isFailed ? { rrn: null } : { rrn: payment.rrn, upi_transaction_id: `AXI${payment.rrn}` },
    created_at: seconds(payment.createdAt),
    ...UNKNOWN,
  };
}

/** `image_content` needs a separate feature. */
export function qrEntity(books: Books, qr: Qr, origin: string, content: string | undefined) {
  const captured = books.paymentsOf(qr).filter(isCaptured);
  return {
    id: qr.id,
    entity: "qr_code",
    created_at: seconds(qr.createdAt),
    name: null,
    usage: "single_use",
    type: "upi_qr",
    image_url: `${origin}/i/${qr.id}`,
    ...(content !== undefined && { image_content: content }),
    payment_amount: qr.amount,
    status: qr.status,
    description: qr.description,
    fixed_amount: true,
    payments_amount_received: books.paid(qr),
    payments_count_received: captured.length,
    notes: notes(qr.notes),
    customer_id: null,
    close_by: seconds(qr.closeBy),
    closed_at: qr.closedAt === 0 ? null : seconds(qr.closedAt),
    close_reason: qr.closedAt === 0 ? null : captured.length > 0 ? "paid" : "on_demand",
    ...UNKNOWN,
  };
}

export const refundEntity = (refund: Refund) => ({
  id: refund.id,
  entity: "refund",
  amount: refund.amount,
  currency: refund.currency,
  payment_id: refund.paymentId,
  notes: notes(refund.notes),
  receipt: refund.receipt,
  acquirer_data: { arn: refund.status === "processed" ? `1000${refund.createdAt}` : null },
  created_at: seconds(refund.createdAt),
  batch_id: null,
  status: refund.status,
  speed_processed: "normal",
  speed_requested: refund.speed,
  ...UNKNOWN,
});

export const collection = (items: object[]) => ({ entity: "collection", count: items.length, items });
