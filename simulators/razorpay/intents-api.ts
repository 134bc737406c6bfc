import { upiLink } from "../wire/upi.ts";
import { type Call, ok, type Route } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Payment } from "./books.ts";
import { read, refuse, UNKNOWN_ID, UNKNOWN_URL } from "./refusals.ts";
import { NewPayment, toNotes } from "./schemas.ts";

/** Fields that all samples have; the vendor does not document which of them an account may omit. */
const PAYER_DETAILS = ["email", "ip", "referer", "user_agent"] as const;

/** The UPI link to the account's payee. */
export const payeeLink = ({ payee }: Account, reference: string, paise: number) =>
  upiLink({ payee: "merchant@razorpay", name: payee, reference, paise, note: "razorpay" });

/** Payments from server to server, which the payer's UPI app opens (https://razorpay.com/docs/api/payments/). */
export function addIntentsApi(route: Route, account: Account): void {
  route("POST", "/payments/create/json", "create intent", (call) => {
    const { id, amount } = createPayment(call, account);
    const next = [
      { action: "intent", url: payeeLink(account, id, amount) },
      { action: "poll", url: `${call.origin}/v1/payments/${id}` },
    ];
    return ok({ razorpay_payment_id: id, next });
  });
  route("POST", "/payments/create/upi", "create intent", (call) => {
    const { id, amount } = createPayment(call, account);
    return ok({ razorpay_payment_id: id, link: payeeLink(account, id, amount) });
  });
}

function createPayment(call: Call, account: Account): Payment {
  const { books, features } = account;
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
