import { formatPaise } from "../domain/pricing.ts";
import { escapeHtml } from "../mail/letter/html.ts";
import type { SandboxPayment } from "../repositories/sandbox/sandbox.ts";
import { defaultPayer, type SandboxDecision, UPI_HANDLE } from "./gateway.ts";
import { sandboxLayout } from "./layout.ts";

const APPS: Record<string, string> = { phonePe: "PhonePe", paytm: "Paytm", gpay: "GPay" };

const TESTS: [SandboxDecision, string, string][] = [
  ["late", "Approve late", "Succeeds ten seconds after the payment window has ended."],
  ["duplicate", "Approve, notify three times", "The same notification arrives three times."],
  ["out-of-order", "Approve, notify out of order", "Success first, then pending and failed."],
  ["bad-signature", "Forge a notification", "Nothing is paid; a success with a wrong signature is sent."],
];

type PageOptions = {
  /** The name of the chosen payment app, from the payment link. */
  app: string;
  /** The present time in ms. */
  now: number;
  /** An invalid handle that the payer typed; the form shows it again with the reason. */
  refusedPayer?: string;
};

/** The sandbox's payment page. Works without scripts, styles and images. */
export function sandboxPage(payment: SandboxPayment, options: PageOptions): string {
  const { app } = options;
  const label = APPS[app] === undefined ? "any UPI app" : APPS[app];
  return sandboxLayout(
    `Pay ${formatPaise(payment.amount)} to ${payment.payee}`,
    `<p>This is a sandbox: no money moves. You came here to pay with ${escapeHtml(label)}.</p>
<dl>
<dt>To</dt> <dd>${escapeHtml(payment.payee)}</dd>
<dt>Amount</dt> <dd class="amount">${formatPaise(payment.amount)}</dd>
<dt>Order</dt> <dd>${escapeHtml(payment.order_number)}</dd>
</dl>
${choices(payment, options)}`,
  );
}

/** The page for an unknown payment. */
export const unknownPaymentPage = () =>
  sandboxLayout(
    "Payment not found",
    `<p>This payment link is not known. Please go back to the shop and pay again.</p>`,
  );

function choices(payment: SandboxPayment, { app, now, refusedPayer }: PageOptions) {
  if (payment.result !== null) {
    const text = payment.result === "success" ? "You approved this payment." : "You declined this payment.";
    return `<p role="status">${text}</p><p><a href="${escapeHtml(payment.redirect_url)}">Back to the shop</a></p>`;
  }
  const isOver = payment.expires_at <= now;
  const pay = isOver
    ? `<p role="status">The time to pay is over.</p><p><a href="${escapeHtml(payment.redirect_url)}">Back to the shop</a></p>`
    : `${button("approve", "Approve")}${button("decline", "Decline")}`;
  const tests = TESTS.map(([decision, text, hint]) => `${button(decision, text)}<p>${hint}</p>`).join("\n");
  const payer = refusedPayer ?? defaultPayer(payment.id);
  const isRefused = refusedPayer !== undefined;
  return `<form method="post" action="/sandbox/upi"><input type="hidden" name="payment" value="${escapeHtml(payment.id)}">
<input type="hidden" name="app" value="${escapeHtml(app)}">
<label for="payer">Your UPI handle</label>
<input id="payer" name="payer" value="${escapeHtml(payer)}" pattern="${escapeHtml(UPI_HANDLE.source)}"
required autocomplete="off" autocapitalize="none" spellcheck="false"${isRefused ? ' aria-invalid="true" aria-describedby="wrong" autofocus' : ""}>
${isRefused ? '<p id="wrong" class="wrong">Please type a UPI handle, such as asha@upi.</p>' : ""}
${pay}
<details><summary>For testers</summary>
${tests}
</details></form>`;
}

const button = (decision: SandboxDecision, text: string) =>
  `<p><button name="decision" value="${decision}" class="${decision}">${text}</button></p>\n`;
