import { PAYMENT_METHODS, PAYMENT_WINDOW_SECONDS, PRICE_DECIMALS, VERIFY_WINDOW_SECONDS } from "#app/base/constants.ts";

/** In the order of the screen; the gateway's own page comes last. */
export const PAYMENT_CHOICES = [...PAYMENT_METHODS, "hosted"] as const;

export type PaymentMethodId = (typeof PAYMENT_CHOICES)[number];

export const PAYMENT_METHOD_NAMES: Record<PaymentMethodId, string> = {
  phonepe: "PhonePe",
  paytm: "Paytm",
  gpay: "Google Pay",
  other: "Other UPI app",
  hosted: "Other ways to pay",
};

const TERMS = "Terms and Conditions";
const COINS = "{coins}";

/**
 * The consent in three parts, the second a link. `{coins}` becomes `coinsUsed` (hundredths), or ends the sentence at 0.
 */
export function consentParts(consent: string, coinsUsed: number | null) {
  const end = consent.indexOf(TERMS) + TERMS.length;
  const rest = consent.slice(end);
  const allowance = coinsUsed || !rest.includes(COINS) ? rest.replaceAll(COINS, String((coinsUsed ?? 0) / 100)) : ".";
  return [consent.slice(0, end - TERMS.length), TERMS, allowance] as const;
}

/** The two payment screens' times, and their texts for the same three faults (docs/product.md, 7.3). */
export const PAYMENT_SCREENS = {
  payment: {
    windowSeconds: PAYMENT_WINDOW_SECONDS,
    methodMissing: "Please select a payment method first",
    termsMissing: "Please accept the terms and conditions.",
    linkMissing: (method: string) => `${method} payment option is currently unavailable.`,
  },
  verify: {
    windowSeconds: VERIFY_WINDOW_SECONDS,
    methodMissing: "Please select a payment method",
    termsMissing: "Please accept the terms and conditions",
    linkMissing: (method: string) => `${method} payment link is not available.`,
  },
} as const;

export type PaymentScreenName = keyof typeof PAYMENT_SCREENS;
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
  const texts = PAYMENT_SCREENS[screen];
  if (!method) return { at: "method", text: texts.methodMissing };
  if (!hasAcceptedTerms) return { at: "terms", text: texts.termsMissing };
  if (!available.includes(method)) return { at: "link", text: texts.linkMissing(PAYMENT_METHOD_NAMES[method]) };
  return null;
}

/** The amount on payment screens: two decimals, no grouping (docs/product.md, 1.3). 45000 paise -> "450.00". */
export const plainRupees = (paise: number) =>
  `${Math.floor(paise / 100)}.${String(paise % 100).padStart(PRICE_DECIMALS, "0")}`;

export const CONTINUE_TO_PAYMENT = "Continue to payment";

export const payButtonText = (paise: number, method: PaymentMethodId | null) =>
  method === "hosted"
    ? CONTINUE_TO_PAYMENT
    : `Pay ₹${plainRupees(paise)} with ${method ? PAYMENT_METHOD_NAMES[method] : "UPI"}`;
