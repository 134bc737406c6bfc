import { toRupeeText } from "./rupees.ts";
import type { Answer, Call, Vendor } from "./vendor.ts";

/** The contents of the page. Amounts in paise. */
export type Checkout = {
  vendor: string;
  payee: string;
  reference: string;
  amount: number;
  paid: number;
  canPayPart: boolean;
  state: "open" | "paid" | "expired" | "cancelled";
};

const DISPUTE_ACTS = { open: "Dispute the payment", won: "The shop wins the dispute", lost: "The shop loses it" };
export type DisputeAct = keyof typeof DISPUTE_ACTS;

export type PayOptions = { amount?: number; twice?: boolean };

type PageOptions = {
  /** Undefined for an unknown payment. */
  find(call: Call): Checkout | undefined;
  pay(call: Call, options: PayOptions): void;
  decline(call: Call): void;
  expire(call: Call): void;
  /** Plays the payer's bank, for a vendor with disputes. */
  dispute?(call: Call, act: DisputeAct): void;
  /** The answer that sends the browser back to the shop; undefined if the vendor does not. */
  leave(call: Call): Answer | undefined;
};

/** The vendor's page for the payer: plain forms at `path`, the id of the payment in its parameters. */
export function addPaymentPage(vendor: Vendor, path: string, page: PageOptions): void {
  const show = (call: Call): Answer => {
    const checkout = page.find(call);
    if (!checkout) return { status: 404, body: frame("Unknown payment", "<p>There is no such payment.</p>") };
    const offers = { canLeave: page.leave(call) !== undefined, canDispute: page.dispute !== undefined };
    return { status: 200, body: render(checkout, call.query.declined !== undefined, offers) };
  };

  vendor.route("GET", path, "page show", show);
  vendor.route("POST", path, "page act", (call) => {
    if (!page.find(call)) return show(call);
    const { action, amount } = (call.body ?? {}) as { action?: string; amount?: string };
    const here = call.url.split("?")[0]!;
    if (action === "decline") {
      page.decline(call);
      return redirect(`${here}?declined`);
    }
    if (action !== undefined && Object.hasOwn(DISPUTE_ACTS, action)) {
      page.dispute?.(call, action as DisputeAct);
      return redirect(here);
    }
    if (action === "late") page.expire(call);
    if (action !== "leave") page.pay(call, readPay(action, amount));
    return page.leave(call) ?? redirect(here);
  });
}

type Listed = { href: string; reference: string; amount: number; state: string };

/** The list of all payments at "/". A payer finds payments there that a shop shows as a link to an app or as a QR code. */
export function addPaymentList(vendor: Vendor, name: string, list: () => Listed[]): void {
  vendor.route("GET", "/", "page list", () => {
    const items = list().map(
      ({ href, reference, amount, state }) =>
        `<li><a href="${escape(href)}">${escape(reference)}</a>: ₹${toRupeeText(amount)}, ${escape(state)}</li>`,
    );
    const content = items.length === 0 ? "<p>No shop has asked for a payment yet.</p>" : `<ul>${items.join("\n")}</ul>`;
    return { status: 200, body: frame(`Payments of the simulated ${name}`, content) };
  });
}

export type Disputes = {
  openDispute(id: string): void;
  findDispute(id: string): object | undefined;
  moveDispute(id: string, outcome: "won" | "lost"): void;
};

/** @param id of the payment. A decision without a dispute opens one first. */
export function playDispute(disputes: Disputes, id: string, act: DisputeAct): void {
  if (act === "open" || disputes.findDispute(id) === undefined) disputes.openDispute(id);
  if (act !== "open") disputes.moveDispute(id, act);
}

export const redirect = (location: string): Answer => ({ status: 303, body: "", headers: { location } });

function readPay(action: string | undefined, amount: string | undefined): PayOptions {
  if (action === "twice") return { twice: true };
  const isAmount = action === "amount" && /^\d{1,7}(\.\d{1,2})?$/.test(amount ?? "");
  return isAmount ? { amount: Math.round(Number(amount) * 100) } : {};
}

type Offers = { canLeave: boolean; canDispute: boolean };

function render(checkout: Checkout, isDeclined: boolean, offers: Offers): string {
  const { vendor, payee, reference, amount, paid, canPayPart, state } = checkout;
  const due = toRupeeText(Math.max(amount - paid, 100));
  const open = [
    button("approve", `Pay ₹${due}`),
    button("decline", "Decline"),
    form(
      `<label>${canPayPart ? "Pay a part, in rupees" : "Pay another amount, in rupees"}
       <input name="amount" inputmode="decimal" required pattern="\\d{1,7}(\\.\\d{1,2})?" value="${due}"></label>
       <button name="action" value="amount">Pay this amount</button>`,
    ),
    button("twice", "Pay twice"),
    button("late", "Let it expire, then pay"),
  ];
  const disputes = Object.entries(DISPUTE_ACTS).map(([act, text]) => button(act, text));
  const closed = [
    state === "expired" ? button("approve", "Pay late") : "",
    button("twice", "Pay again, twice"),
    ...(paid > 0 && offers.canDispute ? disputes : []),
  ];
  return frame(
    `Pay ${payee}`,
    `<p class="note">A simulation of ${escape(vendor)}. No money moves.</p>
     ${isDeclined ? `<p role="status">The payment was declined. You can try again.</p>` : ""}
     <p class="amount">₹${toRupeeText(amount)}</p>
     <p>to ${escape(payee)}<br><small>${escape(reference)}</small></p>
     ${state === "open" ? "" : `<p role="status">This payment is ${state}. Received: ₹${toRupeeText(paid)}.</p>`}
     ${(state === "open" ? open : closed).join("\n")}
     ${offers.canLeave ? button("leave", "Back to the shop") : ""}`,
  );
}

const form = (content: string) => `<form method="post">${content}</form>`;
const button = (action: string, text: string) =>
  form(`<button name="action" value="${action}">${escape(text)}</button>`);

export const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export const frame = (title: string, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(title)}</title>
<style>
body{font:1rem/1.5 system-ui,sans-serif;max-width:24rem;margin:0 auto;padding:1rem;color:#1a1a1a;background:#fff}
.note{background:#fff4ce;padding:.5rem .75rem;border-radius:.5rem}.amount{font-size:2rem;margin:0}
button{font:inherit;width:100%;min-height:3rem;margin:.25rem 0;border:1px solid #555;border-radius:.5rem;background:#fff}
button[value=approve]{background:#0b5;border-color:#0b5;color:#000}
input{font:inherit;width:100%;box-sizing:border-box;min-height:3rem;padding:0 .5rem}
</style></head><body><main><h1>${escape(title)}</h1>${content}</main></body></html>`;
