import { escapeHtml, formatPaise } from "../html.ts";
import type { SandboxPayment } from "../repositories/sandbox.ts";
import type { SandboxDecision } from "./sandbox.ts";

/** The page's style sheet, served beside it: a strict CSP allows no inline styles. */
export const SANDBOX_CSS = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 26rem; }
h1 { font-size: 1.25rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .5rem 1rem; }
dt { opacity: .75; }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
.amount { font-size: 1.75rem; font-weight: 700; font-variant-numeric: tabular-nums; }
form { margin: .75rem 0; }
button { box-sizing: border-box; width: 100%; min-height: 3rem; font: inherit; font-weight: 600; border-radius: .625rem;
  border: 1px solid; cursor: pointer; background: transparent; color: inherit; }
.approve button { background: #14532d; border-color: #14532d; color: #fff; }
button:focus-visible, summary:focus-visible, a:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px; }
details { margin-top: 2rem; border-top: 1px solid; padding-top: 1rem; }
summary { cursor: pointer; min-height: 1.5rem; }
`;

const APPS: Record<string, string> = { phonePe: "PhonePe", paytm: "Paytm", gpay: "GPay" };

const TESTS: [SandboxDecision, string, string][] = [
  ["late", "Approve late", "Succeeds ten seconds after the payment window has ended."],
  ["duplicate", "Approve, notify three times", "The same notification arrives three times."],
  ["out-of-order", "Approve, notify out of order", "Success first, then pending and failed."],
  ["bad-signature", "Forge a notification", "Nothing is paid; a success with a wrong signature is sent."],
];

/** The payer's page of the sandbox. Works without script, style and images. `now` in ms. */
export function sandboxPage(payment: SandboxPayment, app: string, now: number): string {
  const label = APPS[app] === undefined ? "any UPI app" : APPS[app];
  return layout(
    `Pay ${formatPaise(payment.amount)} to ${payment.payee}`,
    `<p>This is a sandbox: no money moves. You came here to pay with ${escapeHtml(label)}.</p>
<dl>
<dt>To</dt> <dd>${escapeHtml(payment.payee)}</dd>
<dt>Amount</dt> <dd class="amount">${formatPaise(payment.amount)}</dd>
<dt>Order</dt> <dd>${escapeHtml(payment.order_number)}</dd>
</dl>
${choices(payment, now)}`,
  );
}

/** What is shown for a payment that is not known. */
export const unknownPaymentPage = () =>
  layout("Payment not found", `<p>This payment link is not known. Please go back to the shop and pay again.</p>`);

function choices(payment: SandboxPayment, now: number) {
  if (payment.result !== null) {
    const text = payment.result === "success" ? "You approved this payment." : "You declined this payment.";
    return `<p role="status">${text}</p><p><a href="${escapeHtml(payment.redirect_url)}">Back to the shop</a></p>`;
  }
  const isOver = payment.expires_at <= now;
  const pay = isOver
    ? `<p role="status">The time to pay is over.</p><p><a href="${escapeHtml(payment.redirect_url)}">Back to the shop</a></p>`
    : `${button(payment.id, "approve", "Approve")}${button(payment.id, "decline", "Decline")}`;
  const tests = TESTS.map(([decision, text, hint]) => `${button(payment.id, decision, text)}<p>${hint}</p>`).join("\n");
  return `${pay}\n<details><summary>For testers</summary>\n${tests}\n</details>`;
}

const button = (paymentId: string, decision: SandboxDecision, text: string) =>
  `<form method="post" action="/sandbox/upi" class="${decision}"><input type="hidden" name="payment" value="${escapeHtml(paymentId)}">
<input type="hidden" name="decision" value="${decision}"><button>${text}</button></form>\n`;

const layout = (title: string, body: string) => `<!doctype html>
<html lang="en-IN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/sandbox/upi.css"></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`;
