import {
  addPaymentList,
  addPaymentPage,
  type Disputes,
  escape,
  frame,
  playDispute,
  redirect,
} from "../wire/payment-page.ts";
import { signRazorpay } from "../wire/signing.ts";
import type { Answer, Call, Vendor } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Actions } from "./actions.ts";
import type { Link, Order, Payment, Qr } from "./books.ts";
import { linkStatus } from "./entities.ts";

/** The page behind a link's `short_url`, and the hosted checkout that a form opens for an order. */
export function addPages(vendor: Vendor, account: Account, actions: Actions, disputes: Disputes): void {
  const { books, keys } = account;
  const findLink = ({ params }: Call) => books.links.find(({ id }) => id === `plink_${params.id}`);
  const lastPayment = (owner: Link | Order): Payment | undefined =>
    books.paymentsOf(owner).findLast(({ status }) => status === "captured");

  addPaymentPage(vendor, "/i/:id", {
    find(call) {
      actions.expireDue();
      const link = findLink(call);
      if (!link) return undefined;
      const status = linkStatus(books, link);
      return {
        vendor: "Razorpay",
        payee: account.payee,
        reference: link.referenceId,
        amount: link.amount,
        paid: books.paid(link),
        canPayPart: link.acceptPartial,
        state: status === "created" || status === "partially_paid" ? "open" : status,
      };
    },
    pay: (call, options) => void actions.pay(findLink(call)!.id, options),
    decline: (call) => void actions.decline(findLink(call)!.id),
    expire: (call) => actions.expire(findLink(call)!.id),
    dispute: (call, act) => playDispute(disputes, findLink(call)!.id, act),
    leave(call) {
      const link = findLink(call)!;
      const payment = lastPayment(link);
      if (!payment || link.callbackUrl === null) return undefined;
      return redirect(returnUrl(link, link.callbackUrl, payment));
    },
  });

  function returnUrl(link: Link, callbackUrl: string, payment: Payment): string {
    const status = linkStatus(books, link);
    const url = new URL(callbackUrl);
    const fields = {
      razorpay_payment_id: payment.id,
      razorpay_payment_link_id: link.id,
      razorpay_payment_link_reference_id: link.referenceId,
      razorpay_payment_link_status: status,
      razorpay_signature: signRazorpay(keys.secret, link.id, link.referenceId, status, payment.id),
    };
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
    return url.href;
  }

  const findDirect = ({ params }: Call): Order | Qr | undefined =>
    books.orders.find(({ id }) => id === params.id) ?? books.qrs.find(({ id }) => id === params.id);
  const stateOf = (owner: Order | Qr) =>
    books.paid(owner) > 0 ? "paid" : "closeBy" in owner && owner.status === "closed" ? "expired" : "open";
  addPaymentPage(vendor, "/direct/:id", {
    find(call) {
      const owner = findDirect(call);
      if (!owner) return undefined;
      const { id: reference, amount } = owner;
      const state = stateOf(owner);
      return {
        vendor: "Razorpay",
        payee: account.payee,
        reference,
        amount,
        paid: books.paid(owner),
        canPayPart: false,
        state,
      };
    },
    pay: (call, options) => void actions.pay(findDirect(call)!.id, options),
    decline: (call) => void actions.decline(findDirect(call)!.id),
    expire: (call) => actions.expire(findDirect(call)!.id),
    dispute: (call, act) => playDispute(disputes, findDirect(call)!.id, act),
    leave: () => undefined,
  });

  addPaymentList(vendor, "Razorpay", () => [
    ...books.links.map((link) => ({
      href: `/i/${link.id.slice("plink_".length)}`,
      reference: link.referenceId || link.id,
      amount: link.amount,
      state: linkStatus(books, link),
    })),
    ...[...books.orders.filter(({ linkId }) => linkId === null), ...books.qrs].map((owner) => ({
      href: `/direct/${owner.id}`,
      reference: ("receipt" in owner && owner.receipt) || owner.id,
      amount: owner.amount,
      state: stateOf(owner),
    })),
  ]);

  // The hosted checkout: the shop's form opens it, and it posts the result to the shop's callback_url.
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
    const { id } = lastPayment(order)!;
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
