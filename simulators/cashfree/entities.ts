import { exactNumber, toRupeeText } from "../wire/rupees.ts";
import type { Books, Customer, Link, Order, Payment, Refund } from "./books.ts";

/** India's time with its offset, in this vendor's format. */
export const indiaTime = (ms: number) => new Date(ms + 19_800_000).toISOString().replace(/\.\d+Z$/, "+05:30");
const rupees = (paise: number) => paise / 100;
/** An amount in a webhook: a JSON number with two places, which another JSON writer would shorten. */
const exact = (paise: number) => exactNumber(toRupeeText(paise));

/** A field that no client expects, because vendors add fields without notice. */
const UNKNOWN = { added_later: { since: "2026-10", list: [1, "two", null] } };

const customer = ({ customer_id, customer_name, customer_email, customer_phone }: Customer) => ({
  customer_id: customer_id ?? null,
  customer_name: customer_name ?? null,
  customer_email: customer_email ?? null,
  customer_phone,
});

export const orderEntity = (books: Books, order: Order) => ({
  cf_order_id: order.cfOrderId,
  created_at: indiaTime(order.createdAt),
  customer_details: { ...customer(order.customer), customer_uid: null },
  entity: "order",
  order_amount: rupees(order.amount),
  order_currency: order.currency,
  order_expiry_time: indiaTime(order.expiresAt),
  order_id: order.orderId,
  order_meta: { return_url: null, notify_url: null, payment_methods: null, ...order.meta },
  order_note: order.note,
  order_splits: [],
  order_status: books.status(order),
  order_tags: order.tags,
  payment_session_id: order.sessionId,
  ...UNKNOWN,
});

const upi = ({ channel, upiId }: Payment) => ({ upi: { channel, upi_id: upiId } });

/** https://www.cashfree.com/docs/api-reference/payments/latest/payments/webhooks has a sample. */
const offers = ({ discount }: Payment, write: (paise: number) => unknown) =>
  discount === 0
    ? null
    : [
        {
          offer_id: "0f05e1d0-fbf8-4c9c-a1f0-814c7b2abdba",
          offer_type: "DISCOUNT",
          offer_meta: { offer_title: "Less by UPI", offer_description: "A discount by UPI", offer_code: "LESSBYUPI" },
          offer_redemption: {
            redemption_status: "SUCCESS",
            discount_amount: write(discount),
            cashback_amount: write(0),
          },
        },
      ];

export const paymentEntity = (order: Order, payment: Payment) => ({
  auth_id: null,
  authorization: null,
  bank_reference: payment.status === "SUCCESS" ? payment.bankReference : null,
  cf_payment_id: payment.cfPaymentId,
  entity: "payment",
  error_details: payment.status === "FAILED" ? ERROR : null,
  is_captured: payment.status === "SUCCESS",
  order_amount: rupees(order.amount),
  order_currency: order.currency,
  order_id: order.orderId,
  payment_amount: rupees(payment.amount),
  payment_completion_time: payment.status === "PENDING" ? null : indiaTime(payment.createdAt),
  payment_currency: payment.currency,
  payment_gateway_details: null,
  payment_group: "upi",
  payment_message: payment.status === "SUCCESS" ? "Transaction successful" : null,
  payment_method: upi(payment),
  payment_offers: offers(payment, rupees),
  payment_status: payment.status,
  payment_time: indiaTime(payment.createdAt),
  ...UNKNOWN,
});

const ERROR = {
  error_code: "TRANSACTION_DECLINED",
  error_description: "Transaction declined by the customer",
  error_reason: "auth_declined",
  error_source: "customer",
};

export const refundEntity = (refund: Refund) => ({ ...refundFields(refund), refund_amount: rupees(refund.amount) });

const refundFields = (refund: Refund) => ({
  cf_payment_id: refund.cfPaymentId,
  cf_refund_id: refund.cfRefundId,
  created_at: indiaTime(refund.createdAt),
  entity: "refund",
  order_id: refund.orderId,
  processed_at: refund.status === "SUCCESS" ? indiaTime(refund.createdAt) : null,
  refund_arn: refund.status === "SUCCESS" ? `2054${refund.createdAt}` : null,
  refund_charge: 0,
  refund_currency: refund.currency,
  refund_id: refund.refundId,
  refund_mode: refund.speed,
  refund_note: refund.note,
  refund_splits: [],
  refund_status: refund.status,
  refund_type: refund.type,
  status_description: `Refund ${refund.status.toLowerCase()}`,
  ...UNKNOWN,
});

export const linkEntity = (books: Books, link: Link, origin: string) => ({
  cf_link_id: link.cfLinkId,
  customer_details: customer(link.customer),
  enable_invoice: false,
  entity: "link",
  link_amount: rupees(link.amount),
  link_amount_paid: rupees(books.linkPaid(link)),
  link_auto_reminders: false,
  link_created_at: indiaTime(link.createdAt),
  link_currency: link.currency,
  link_expiry_time: indiaTime(link.expiresAt),
  link_id: link.linkId,
  link_meta: link.meta,
  link_minimum_partial_amount: null,
  link_notes: link.notes,
  link_notify: { send_email: false, send_sms: false },
  link_partial_payments: link.isPartial,
  link_purpose: link.purpose,
  link_qrcode: "data:image/png;base64,iVBORw0KGgo=",
  link_status: books.linkStatus(link),
  link_url: `${origin}/links/${link.code}`,
  order_splits: [],
  ...UNKNOWN,
});

/** The `data` of PAYMENT_SUCCESS_WEBHOOK and similar events. `cf_payment_id` is a number here, and text in the API. */
export const paymentData = (order: Order, payment: Payment) => ({
  order: {
    order_id: order.orderId,
    order_amount: exact(order.amount),
    order_currency: order.currency,
    order_tags: order.tags,
  },
  payment: {
    cf_payment_id: Number(payment.cfPaymentId),
    payment_status: payment.status,
    payment_amount: exact(payment.amount),
    payment_currency: payment.currency,
    payment_message: payment.status === "SUCCESS" ? "Transaction successful" : "Transaction declined",
    payment_time: indiaTime(payment.createdAt),
    bank_reference: payment.bankReference,
    auth_id: null,
    payment_method: upi(payment),
    payment_group: "upi",
  },
  customer_details: customer(order.customer),
  error_details: payment.status === "SUCCESS" ? null : ERROR,
  payment_gateway_details: {
    gateway_name: "CASHFREE",
    gateway_order_id: order.cfOrderId,
    gateway_payment_id: payment.cfPaymentId,
  },
  payment_offers: offers(payment, exact),
});

/** The refund in a webhook. */
export const refundData = (refund: Refund) => ({ ...refundFields(refund), refund_amount: exact(refund.amount) });

/** The `data` of PAYMENT_LINK_EVENT, whose amounts are text (their page "Payment Link Webhooks"). */
export function linkData(books: Books, link: Link, origin: string, paid?: { order: Order; payment: Payment }) {
  const { link_amount: _amount, link_amount_paid: _paid, ...entity } = linkEntity(books, link, origin);
  return {
    ...entity,
    cf_link_id: Number(link.cfLinkId),
    link_amount: toRupeeText(link.amount),
    link_amount_paid: toRupeeText(books.linkPaid(link)),
    order: paid && {
      order_amount: toRupeeText(paid.order.amount),
      order_id: paid.order.orderId,
      order_expiry_time: indiaTime(paid.order.expiresAt),
      order_hash: link.code,
      transaction_id: Number(paid.payment.cfPaymentId),
      transaction_status: paid.payment.status,
    },
  };
}
