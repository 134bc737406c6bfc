import { data, redirectDocument, type RouterContextProvider } from "react-router";

import { needsDevice } from "#app/commerce/own-account-calls.server.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import {
  findPaymentProblem,
  PAYMENT_CHOICES,
  type PaymentChoice,
  type PaymentProblem,
  type PaymentScreenName,
  readPaymentChoice,
} from "#app/forms/payment.ts";
import { updateDetailsRules } from "#app/forms/update-details.ts";
import { commerceContext, sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { confirmDeviceHref } from "#app/routes/links.ts";
import { messageFor } from "#app/texts/messages.ts";

import { acceptTerms } from "./accept-terms.server.ts";
import { loadPayment, screenHref } from "./load-payment.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The reason for refusing a payment screen's form, and its values. `answeredAt` distinguishes two identical answers. */
export type PaymentRefusal = {
  choice: PaymentChoice | null;
  problem: PaymentProblem | null;
  /** With `confirmHref` the shopper must confirm the device before the details change. */
  update: {
    values: Record<string, string>;
    errors: Record<string, string>;
    problem: string | null;
    confirmHref?: string;
  } | null;
  answeredAt: number;
};

/** Two forms: `intent=update` saves the details, anything else is Pay. */
export function runPaymentAction(context: Context, url: URL, form: FormData, screen: PaymentScreenName) {
  return form.get("intent") === "update" ? updateDetails(context, url, form, screen) : pay(context, url, form, screen);
}

/** Pay without JavaScript: checks, then redirects (303) to /pay, which contains the link. */
async function pay(context: Context, url: URL, form: FormData, screen: PaymentScreenName) {
  const choice = readPaymentChoice(form);
  const payment = await loadPayment(context, url, screen);
  if (payment.state === "failed")
    return refuse({ choice, problem: { at: "link", text: payment.message } }, payment.status);
  // The screen itself shows that the order is paid or closed.
  if (payment.state !== "waiting") throw redirectDocument(url.pathname + url.search, 303);

  const available = PAYMENT_CHOICES.filter((method) => payment.links[method]);
  const problem = findPaymentProblem(screen, choice, available);
  if (problem) return refuse({ choice, problem }, 400);
  await acceptTerms(context, payment.orderId);
  const search = new URLSearchParams({ orderid: payment.orderId, method: choice.method!, screen });
  throw redirectDocument(`/pay?${search}`, 303);
}

/** Name and current e-mail come from the session, never from the form. A blank new e-mail keeps the order's own. */
async function updateDetails(context: Context, url: URL, form: FormData, screen: PaymentScreenName) {
  const values = { phone: String(form.get("phone") ?? ""), email_new: String(form.get("email_new") ?? "") };
  const submission = parseForm(form, updateDetailsRules());
  if (submission.status !== "success") {
    const errors = Object.entries(submission.error ?? {}).map(([name, texts]) => [name, texts?.[0] ?? ""]);
    return refuse({ update: { values, errors: Object.fromEntries(errors), problem: null } }, 400);
  }

  const payment = await loadPayment(context, url, screen);
  const session = context.get(sessionContext);
  if (payment.state === "failed") {
    session.setTyped({ about: payment.orderId, values });
    return refuse({ update: { values, errors: {}, problem: payment.message } }, payment.status);
  }
  const { user } = context.get(visitorContext);
  if (payment.state !== "waiting" || !user) throw redirectDocument(url.pathname + url.search, 303);
  const { phone, email_new } = submission.value;
  const emailNew = email_new || payment.details.email || user.email;
  const { username, email } = user;
  const saved = await context.get(commerceContext).updateUser({ username, email, emailNew, phone });
  if (!saved.ok) {
    const problem = messageFor("updateUser", saved.error);
    const isHeldBack = needsDevice(saved.error, context.get(siteContext).tenant);
    if (isHeldBack) session.setTyped({ about: payment.orderId, values });
    const returnTo = screenHref(screen, payment.orderId, { edit: "1" });
    const confirmHref = isHeldBack ? confirmDeviceHref(returnTo) : undefined;
    return refuse({ update: { values, errors: {}, problem, confirmHref } }, pageStatus(saved.error));
  }
  if (session.typed) session.setTyped(null);
  throw redirectDocument(screenHref(screen, payment.orderId), 303);
}

function refuse(why: Partial<PaymentRefusal>, status: number) {
  return data({ choice: null, problem: null, update: null, answeredAt: Date.now(), ...why }, status);
}
