import { escape, frame } from "../wire/payment-page.ts";
import { signRazorpay } from "../wire/signing.ts";
import type { Answer, Vendor } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Actions } from "./actions.ts";
import type { Order } from "./books.ts";
import { lastPayment } from "./entities.ts";

/** The hosted checkout: the shop's form opens it, and it posts the result to the shop's callback_url. */
export function addCheckout(vendor: Vendor, { books, keys }: Account, actions: Actions): void {
  vendor.route("POST", "/v1/checkout/embedded", "page open", (call) => openCheckout((call.body ?? {}) as Form));
  vendor.route("POST", "/v1/checkout/embedded/act", "page act", (call) => {
    const { action, ...form } = (call.body ?? {}) as Form & { action?: string };
    const order = findOrder(form);
    if (!order) return unknown;
    if (action !== "decline") {
      actions.pay(order.id, action === "twice" ? { twice: true } : {});
      return postBack(form, paidFields(order));
    }
    const payment = actions.decline(order.id);
    const failed = { code: "BAD_REQUEST_ERROR", description: "The payment was declined", source: "customer" };
    const fields = Object.entries({ ...failed, reason: "payment_declined" }).map(([name, value]) => [
      `error[${name}]`,
      value,
    ]);
    const metadata = JSON.stringify({ payment_id: payment, order_id: order.id });
    return postBack(form, { ...Object.fromEntries(fields), "error[metadata]": metadata });
  });

  const unknown: Answer = { status: 400, body: frame("Uh! oh!", "<p>The id provided does not exist</p>") };
  const findOrder = ({ key_id: key, order_id: id }: Form) =>
    key === keys.id ? books.orders.find((order) => order.id === id) : undefined;

  function openCheckout(form: Form): Answer {
    const order = findOrder(form);
    if (!order || !URL.canParse(form.callback_url ?? "")) return unknown;
    const missing = ["amount", "name", "prefill[contact]", "prefill[email]"].filter((name) => !form[name]);
    if (missing.length > 0 || form.amount !== String(order.amount))
      return {
        status: 400,
        body: frame("Uh! oh!", `<p>missing or wrong: ${escape(missing.join(", ") || "amount")}</p>`),
      };
    const buttons = ["approve", "decline", "twice"].map(
      (action) => `<button name="action" value="${action}">${action}</button>`,
    );
    const cancel = form.cancel_url ? `<a href="${escape(form.cancel_url)}">Back to the shop</a>` : "";
    const content = `<form method="post" action="/v1/checkout/embedded/act">${hidden(form)}${buttons.join("")}</form>${cancel}`;
    return {
      status: 200,
      body: frame(`Pay ${form.name}`, `<p class="note">A simulation. No money moves.</p>${content}`),
    };
  }

  const paidFields = (order: Order): Form => {
    const { id } = lastPayment(books, order)!;
    const signature = signRazorpay(keys.secret, order.id, id);
    return { razorpay_payment_id: id, razorpay_order_id: order.id, razorpay_signature: signature };
  };

  const postBack = ({ callback_url: url = "" }: Form, fields: Form): Answer => ({
    status: 200,
    body: frame(
      "Done",
      `<form method="post" action="${escape(url)}">${hidden(fields)}<button>Back to the shop</button></form>`,
    ),
  });
}

type Form = Record<string, string>;
const hidden = (form: Form) =>
  Object.entries(form)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join("");
