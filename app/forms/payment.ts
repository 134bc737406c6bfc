import { PAYMENT_METHODS, PAYMENT_WINDOW_SECONDS, PRICE_DECIMALS, VERIFY_WINDOW_SECONDS } from "#app/base/constants.ts";

import { t } from "../../config/language/t.ts";

/** In the order of the screen; the gateway's own page comes last. */
export const PAYMENT_CHOICES = [...PAYMENT_METHODS, "hosted"] as const;

export type PaymentMethodId = (typeof PAYMENT_CHOICES)[number];

const COINS = "{coins}";

/**
 * The consent in three parts, the second a link. `{coins}` becomes `coinsUsed` (hundredths), or ends the sentence at 0.
 */
export function consentParts(consent: string, coinsUsed: number | null) {
  const terms = t("payment.terms");
  const start = consent.indexOf(terms);
  // A brand's text in a language without the shop's own texts.
  if (start < 0) return [`${consent} `, terms, ""] as const;
  const rest = consent.slice(start + terms.length);
  const allowance = coinsUsed || !rest.includes(COINS) ? rest.replaceAll(COINS, String((coinsUsed ?? 0) / 100)) : ".";
  return [consent.slice(0, start), terms, allowance] as const;
}

/** The times of the two payment screens. Their texts for the same three faults differ (docs/product.md, 7.3). */
export const PAYMENT_SCREEN_SECONDS = { payment: PAYMENT_WINDOW_SECONDS, verify: VERIFY_WINDOW_SECONDS } as const;

export type PaymentScreenName = keyof typeof PAYMENT_SCREEN_SECONDS;
export type PaymentProblem = { at: "method" | "terms" | "link"; text: string };
export type PaymentChoice = { method: PaymentMethodId | null; hasAcceptedTerms: boolean };

/** An unknown method counts as none. */
export function readPaymentChoice(form: FormData): PaymentChoice {
  const method = PAYMENT_CHOICES.find((known) => known === form.get("method")) ?? null;
  return { method, hasAcceptedTerms: form.get("terms") === "on" };
}

/** The first fault in the order method, terms, link, or null. Both browser and server call this. */
export function findPaymentProblem(
  screen: PaymentScreenName,
  { method, hasAcceptedTerms }: PaymentChoice,
  available: PaymentMethodId[],
): PaymentProblem | null {
  if (!method) return { at: "method", text: t(`payment.methodMissing-${screen}`) };
  if (!hasAcceptedTerms) return { at: "terms", text: t(`payment.termsMissing-${screen}`) };
  if (!available.includes(method)) return { at: "link", text: linkMissing(screen, method) };
  return null;
}

export const linkMissing = (screen: PaymentScreenName, method: PaymentMethodId) =>
  t(`payment.linkMissing-${screen}`, { method });

/** The amount on payment screens: two decimals, no grouping (docs/product.md, 1.3). 45000 paise -> "450.00". */
export const plainRupees = (paise: number) =>
  `${Math.floor(paise / 100)}.${String(paise % 100).padStart(PRICE_DECIMALS, "0")}`;

/** "Pay ₹450.00 with PhonePe", or "with UPI" before a choice. */
export const payWith = (paise: number, method: Exclude<PaymentMethodId, "hosted"> | null) =>
  t("payment.payWith", { amount: plainRupees(paise), method: method ?? "none" });

export const payButtonText = (paise: number, method: PaymentMethodId | null) =>
  method === "hosted" ? t("payment.continue") : payWith(paise, method);
