import { upiLink } from "../wire/upi.ts";
import { type Call, ok, type Route } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Actions } from "./actions.ts";
import { newId, type Payment, type Qr } from "./books.ts";
import { collection, paymentEntity, qrEntity } from "./entities.ts";
import { page, PAGING, toNotes, warnOfOthers } from "./orders-api.ts";
import { read, refuse, UNKNOWN_ID, UNKNOWN_URL } from "./refusals.ts";
import { Capture, NewPayment, NewQr } from "./schemas.ts";

/** Fields that all samples have; the vendor does not document which of them an account may omit. */
const PAYER_DETAILS = ["email", "ip", "referer", "user_agent"] as const;
const MIN_QR_MS = 2 * 60_000;
const MAX_QR_MS = 2 * 3_600_000;

/** Payments from server to server, QR codes and captures (https://razorpay.com/docs/api/payments/, …/qr-codes/). */
export function addPaymentsApi(route: Route, account: Account, actions: Actions): void {
  const { books, features, now } = account;
  const link = (reference: string, paise: number) =>
    upiLink({ payee: "merchant@razorpay", name: account.payee, reference, paise, note: "razorpay" });

  function createPayment(call: Call): Payment {
    if (!features.s2s) throw refuse(UNKNOWN_URL);
    const body = read(call, NewPayment);
    for (const field of PAYER_DETAILS) {
      if (body[field] !== undefined) continue;
      if (account.wantsPayerDetails) throw refuse(`The ${field} field is required.`, { field });
      call.warn(`${field} is missing: the vendor's samples have it`);
    }
    const order = books.orders.find(({ id }) => id === body.order_id);
    if (!order) throw refuse(UNKNOWN_ID, { field: "order_id" });
    if (body.amount !== order.amount)
      throw refuse(
        "Your payment amount is different from your order amount. To pay successfully, please try using right amount.",
      );
    if (books.paid(order) > 0) throw refuse("Order already paid");
    return books.addPayment({
      amount: body.amount,
      currency: body.currency,
      notes: toNotes(body.notes),
      orderId: order.id,
      linkId: null,
      qrId: null,
      status: "created",
    });
  }

  route("POST", "/payments/create/json", "create intent", (call) => {
    const { id, amount } = createPayment(call);
    const next = [
      { action: "intent", url: link(id, amount) },
      { action: "poll", url: `${call.origin}/v1/payments/${id}` },
    ];
    return ok({ razorpay_payment_id: id, next });
  });
  route("POST", "/payments/create/upi", "create intent", (call) => {
    const { id, amount } = createPayment(call);
    return ok({ razorpay_payment_id: id, link: link(id, amount) });
  });

  const entityOf = (qr: Qr, { origin }: Call) =>
    qrEntity(books, qr, origin, features.qrImageContent ? link(qr.id, qr.amount) : undefined);
  const findQr = ({ params }: Call): Qr => {
    const qr = features.qr ? books.qrs.find(({ id }) => id === params.id) : undefined;
    if (!qr) throw refuse(features.qr ? UNKNOWN_ID : UNKNOWN_URL);
    return qr;
  };

  route("POST", "/payments/qr_codes", "create qr", (call) => {
    if (!features.qr) throw refuse(UNKNOWN_URL);
    const body = read(call, NewQr);
    const asked = body.close_by === undefined ? now() + MAX_QR_MS : body.close_by * 1000;
    if (asked < now() + MIN_QR_MS)
      throw refuse("close_by should be at least 2 minutes after current time", { field: "close_by" });
    const qr: Qr = {
      id: newId("qr"),
      amount: body.payment_amount,
      currency: "INR",
      notes: toNotes(body.notes),
      createdAt: now(),
      description: body.description ?? "",
      closeBy: Math.min(asked, now() + MAX_QR_MS),
      status: "active",
      closedAt: 0,
    };
    books.qrs.push(qr);
    account.emit("qr_code.created", { qr_code: qr });
    return ok(entityOf(qr, call));
  });
  route("GET", "/payments/qr_codes/:id", "status qr", (call) => ok(entityOf(findQr(call), call)));
  route("GET", "/payments/qr_codes/:id/payments", "status qr payments", (call) =>
    ok(collection(books.paymentsOf(findQr(call)).map((payment) => paymentEntity(books, payment)))),
  );
  route("POST", "/payments/qr_codes/:id/close", "end qr", (call) => {
    const qr = findQr(call);
    if (qr.status === "closed") throw refuse("QR Code is already closed.");
    actions.expire(qr.id);
    account.emit("qr_code.closed", { qr_code: qr });
    return ok(entityOf(qr, call));
  });

  route("GET", "/payments", "list payments", (call) => {
    warnOfOthers(call, PAGING);
    return ok(collection(page(books.payments, call).map((payment) => paymentEntity(books, payment))));
  });
  route("GET", "/payments/:id", "status payment", (call) => {
    const payment = findPayment(account, call);
    const isExpanded = [call.query["expand[]"]].flat().includes("offers");
    return ok({ ...paymentEntity(books, payment), ...(isExpanded && { offers: offersOf(payment) }) });
  });
  route("POST", "/payments/:id/capture", "capture payment", (call) => {
    const payment = findPayment(account, call);
    const { amount } = read(call, Capture);
    if (payment.status === "captured") throw refuse("This payment has already been captured");
    if (payment.status !== "authorized")
      throw refuse("Only payments which have been authorized and not yet captured can be captured");
    if (amount !== payment.amount)
      throw refuse("Capture amount must be equal to the amount authorized", { field: "amount" });
    actions.capture(payment);
    return ok(paymentEntity(books, payment));
  });
}

/** Razorpay returns the offers of a payment without their discounts, and only on request. */
function offersOf({ offer }: Payment) {
  const items = offer === undefined ? [] : [{ id: offer.id }];
  return { entity: "collection", count: items.length, items };
}

export function findPayment({ books }: Account, { params }: Call): Payment {
  const id = params.id ?? "";
  if (!/^pay_[A-Za-z0-9]{14}$/.test(id)) throw refuse(`${id} is not a valid id`);
  const payment = books.payments.find((one) => one.id === id);
  if (!payment) throw refuse(UNKNOWN_ID);
  return payment;
}
