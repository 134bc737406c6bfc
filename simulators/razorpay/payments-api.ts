import { type Call, ok, type Route } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Actions } from "./actions.ts";
import type { Payment } from "./books.ts";
import { collection, paymentEntity } from "./entities.ts";
import { page, PAGING, warnOfOthers } from "./paging.ts";
import { read, refuse, UNKNOWN_ID } from "./refusals.ts";
import { Capture } from "./schemas.ts";

/** Payments and their captures (https://razorpay.com/docs/api/payments/). */
export function addPaymentsApi(route: Route, account: Account, actions: Actions): void {
  const { books } = account;

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
