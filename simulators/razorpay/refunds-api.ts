import { type Call, ok, type Route } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Actions } from "./actions.ts";
import type { Refund } from "./books.ts";
import { collection, refundEntity } from "./entities.ts";
import { page, PAGING, warnOfOthers } from "./paging.ts";
import { findPayment } from "./payments-api.ts";
import { read, refuse, UNKNOWN_ID } from "./refusals.ts";
import { NewRefund, toNotes } from "./schemas.ts";

const HALF_YEAR_MS = 183 * 24 * 3_600_000;

/** Refunds, idempotent by a header (https://razorpay.com/docs/api/refunds/normal-refunds-idempotent/). */
export function addRefundsApi(route: Route, account: Account, actions: Actions): void {
  const { books, now } = account;

  route("POST", "/payments/:id/refund", "refund payment", (call) => {
    const key = readKey(call);
    const asked = `${call.url} ${call.rawBody.toString("utf8")}`;
    const earlier = key === undefined ? undefined : books.keys.get(key);
    if (earlier && earlier.body !== asked)
      throw refuse("Different request with the same idempotency key has already been processed.");
    if (earlier?.isRunning)
      throw refuse("Another request with the same idempotency key is still in progress.", { status: 409 });
    if (earlier) return ok(refundEntity(earlier.refund));
    const refund = create(call);
    if (key !== undefined) {
      const record = { body: asked, refund, isRunning: true };
      books.keys.set(key, record);
      call.onDone(() => void (record.isRunning = false));
    }
    return ok(refundEntity(refund));
  });

  function create(call: Call): Refund {
    const payment = findPayment(account, call);
    const body = call.rawBody.length === 0 ? {} : read(call, NewRefund);
    const left = payment.amount - books.refunded(payment);
    const amount = body.amount ?? left;
    if (payment.status !== "captured") throw refuse("The payment status should be captured for action to be taken");
    if (payment.createdAt < now() - HALF_YEAR_MS) throw refuse("Payment is more than 6 months old, cannot be refunded");
    if (left === 0) throw refuse("The payment has been fully refunded already");
    if (amount > left) throw refuse("The refund amount provided is greater than amount captured", { field: "amount" });
    const { receipt = null, notes, speed = "normal" } = body;
    if (receipt !== null && books.refunds.some((refund) => refund.receipt === receipt))
      throw refuse("A refund with this receipt already exists", { field: "receipt" });
    return actions.refund(payment, { amount, receipt, notes: toNotes(notes), speed });
  }

  route("GET", "/payments/:id/refunds", "refund-status payment", (call) => {
    const { id } = findPayment(account, call);
    const found = books.refunds.filter(({ paymentId }) => paymentId === id);
    return ok(collection(found.map(refundEntity)));
  });
  route("GET", "/payments/:id/refunds/:refund", "refund-status payment refund", (call) => {
    const { id } = findPayment(account, call);
    const refund = books.refunds.find((one) => one.paymentId === id && one.id === call.params.refund);
    if (!refund) throw refuse(UNKNOWN_ID);
    return ok(refundEntity(refund));
  });
  route("GET", "/refunds", "list refunds", (call) => {
    warnOfOthers(call, PAGING);
    return ok(collection(page(books.refunds, call).map(refundEntity)));
  });
  route("GET", "/refunds/:id", "refund-status refund", ({ params }) => {
    const refund = books.refunds.find(({ id }) => id === params.id);
    if (!refund) throw refuse(UNKNOWN_ID);
    return ok(refundEntity(refund));
  });
}

function readKey({ headers }: Call): string | undefined {
  const key = headers["x-refund-idempotency"] as string | undefined;
  if (key === undefined) return undefined;
  if (key.length < 10) throw refuse("The idempotency key must be at least 10 characters long.");
  if (!/^[A-Za-z0-9_-]+$/.test(key))
    throw refuse("The idempotency key must only contain alphanumeric characters, underscores, and hyphens");
  return key;
}
