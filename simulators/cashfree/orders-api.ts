import { randomLetters } from "../wire/ids.ts";
import { toPaise } from "../wire/rupees.ts";
import { upiLink } from "../wire/upi.ts";
import { type Call, ok, type Route } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Actions } from "./actions.ts";
import type { Order } from "./books.ts";
import { orderEntity, paymentEntity, refundEntity } from "./entities.ts";
import { read, refuse } from "./refusals.ts";
import { EndOrder, NewAttempt, NewOrder, NewRefund, Simulate } from "./schemas.ts";

const MONTH_MS = 30 * 24 * 3_600_000;
export const paise = (rupees: number) => toPaise(rupees)!; // the schema has checked it

/** Reads an expiry. @throws Refusal if it is too near */
export function readExpiry(account: Account, text: string | undefined, field: string): number {
  const { now, leastExpiryMs } = account;
  const at = text === undefined ? now() + MONTH_MS : Date.parse(text);
  if (at < now() + leastExpiryMs) {
    const message = `${field} : invalid value provided. Value should be more than ${leastExpiryMs / 60_000} minutes ahead`;
    throw refuse(400, `${field}_invalid`, message);
  }
  return at;
}

/** Orders, attempts and refunds (https://www.cashfree.com/docs/api-reference/payments/latest/orders/create). */
export function addOrdersApi(route: Route, account: Account, actions: Actions): void {
  const { books } = account;

  route("POST", "/orders", "create order", (call) => {
    const body = read(call, NewOrder);
    const orderId = body.order_id ?? `order_${randomLetters(27)}`;
    if (books.orders.some((order) => order.orderId === orderId))
      throw refuse(409, "order_already_exists", "order with same id is already present");
    const order = books.addOrder({
      orderId,
      amount: paise(body.order_amount),
      currency: body.order_currency,
      customer: body.customer_details,
      meta: body.order_meta ?? {},
      note: body.order_note ?? null,
      tags: body.order_tags ?? null,
      expiresAt: readExpiry(account, body.order_expiry_time, "order_expiry_time"),
      linkId: null,
    });
    return ok(orderEntity(books, order));
  });

  route("GET", "/orders/:id", "status order", (call) => ok(orderEntity(books, findOrder(account, call))));
  route("GET", "/orders/:id/payments", "status payments", (call) => {
    const order = findOrder(account, call);
    return ok(
      books
        .paymentsOf(order)
        .map((payment) => paymentEntity(order, payment))
        .reverse(),
    );
  });
  route("GET", "/orders/:id/payments/:payment", "status payment", (call) => {
    const order = findOrder(account, call);
    const payment = books.paymentsOf(order).find(({ cfPaymentId }) => cfPaymentId === call.params.payment);
    if (!payment) throw refuse(404, "payment_not_found", "Payment with given id not found");
    return ok(paymentEntity(order, payment));
  });

  route("PATCH", "/orders/:id", "end order", (call) => {
    const order = findOrder(account, call);
    read(call, EndOrder);
    const status = books.status(order);
    if (status !== "ACTIVE" && status !== "TERMINATION_REQUESTED")
      throw refuse(400, "order_termination_failed", `order is ${status.toLowerCase()} and cannot be terminated`);
    const isBeingPaid = books.paymentsOf(order).some((payment) => payment.status === "PENDING");
    order.ending = isBeingPaid ? "TERMINATION_REQUESTED" : "TERMINATED";
    return ok(orderEntity(books, order));
  });

  route("POST", "/orders/:id/refunds", "refund order", (call) => {
    const order = findOrder(account, call);
    const body = read(call, NewRefund);
    if (books.refundsOf(order).some(({ refundId }) => refundId === body.refund_id))
      throw refuse(409, "refund_already_exists", "refund with same id is already present");
    const payment = books.successes(order)[0];
    if (!payment) throw refuse(400, "order_not_paid", "Refund can be created for paid orders only");
    const amount = paise(body.refund_amount);
    if (amount > books.refundable(order))
      throw refuse(400, "refund_amount_invalid", "Refund amount exceeds the amount that can be refunded");
    const { refund_id: refundId, refund_note: note = "", refund_speed: speed = "STANDARD" } = body;
    return ok(refundEntity(actions.refund(order, payment, { refundId, amount, note, speed })));
  });
  route("GET", "/orders/:id/refunds", "refund-status order", (call) =>
    ok(books.refundsOf(findOrder(account, call)).map(refundEntity)),
  );
  route("GET", "/orders/:id/refunds/:refund", "refund-status refund", (call) => {
    const refunds = books.refundsOf(findOrder(account, call));
    const refund = refunds.find(({ refundId }) => refundId === call.params.refund);
    if (!refund) throw refuse(404, "refund_not_found", "refund not found");
    return ok(refundEntity(refund));
  });
}

/** From server to server: an attempt with links to UPI apps or a QR code. */
export function addAttemptsApi(route: Route, account: Account, actions: Actions): void {
  const { books } = account;

  route("POST", "/orders/sessions", "create attempt", (call) => {
    if (!account.hasS2s) {
      const message = "Server to server payments are not enabled for this account";
      throw refuse(400, "feature_not_enabled", message);
    }
    const { payment_session_id: session, payment_method: method } = read(call, NewAttempt);
    const order = books.orders.find(({ sessionId }) => sessionId === session);
    if (!order) throw refuse(400, "payment_session_id_invalid", "payment_session_id is not present or is invalid");
    const status = books.status(order);
    if (status !== "ACTIVE") throw refuse(400, "order_inactive", `order is not active, its status is ${status}`);
    const { channel } = method.upi;
    const { cfPaymentId, amount } = books.addPayment(order, { channel });
    const payload =
      channel === "link" ? appLinks(order, cfPaymentId) : { qrcode: "data:image/png;base64,iVBORw0KGgo=" };
    return ok({
      action: "custom",
      cf_payment_id: cfPaymentId,
      channel,
      data: { url: null, payload, content_type: null, method: null },
      payment_amount: amount / 100,
      payment_method: "upi",
    });
  });

  const STARTS = {
    default: "upi://pay",
    gpay: "tez://upi/pay",
    phonepe: "phonepe://pay",
    paytm: "paytmmp://pay",
    bhim: "bhim://pay",
  };
  function appLinks(order: Order, reference: string) {
    const payment = { payee: "cashfree@gocash", name: account.payee, reference, paise: order.amount, note: "order" };
    return Object.fromEntries(Object.entries(STARTS).map(([app, start]) => [app, upiLink(payment, start)]));
  }

  route("POST", "/simulate", "simulate", (call) => {
    const { entity_id: id, entity_simulation: wanted } = read(call, Simulate);
    if (!books.payments.some(({ cfPaymentId }) => cfPaymentId === id))
      throw refuse(404, "payment_not_found", "Payment not found");
    actions.finish(id, wanted.payment_status);
    return ok({ simulation_id: `sim_${id}`, entity: "PAYMENTS", entity_id: id, entity_simulation: wanted });
  });
}

function findOrder({ books }: Account, { params }: Call): Order {
  const order = books.orders.find(({ orderId }) => orderId === params.id);
  if (!order) throw refuse(404, "order_not_found", "Order Reference Id does not exist");
  return order;
}
