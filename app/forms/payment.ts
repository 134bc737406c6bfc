import { PAYMENT_METHODS, PAYMENT_WINDOW_SECONDS, PRICE_DECIMALS, VERIFY_WINDOW_SECONDS } from "#app/constants.ts";

export type PaymentMethodId = (typeof PAYMENT_METHODS)[number];

/** The four ways to pay by their names, in the order in which they stand. */
export const PAYMENT_METHOD_NAMES: Record<PaymentMethodId, string> = {
  phonepe: "PhonePe",
  paytm: "Paytm",
  gpay: "Google Pay",
  other: "Other UPI app",
};

const TERMS = "Terms and Conditions";
const COINS = "{coins}";

/**
 * The consent at Pay, in three parts of which the second is a link. `{coins}` becomes the coins of the order
 * (hundredths); where it uses none, the sentence ends with the terms.
 */
export function consentParts(consent: string, coinsUsed: number | null) {
  const end = consent.indexOf(TERMS) + TERMS.length;
  const rest = consent.slice(end);
  const allowance = coinsUsed || !rest.includes(COINS) ? rest.replaceAll(COINS, String((coinsUsed ?? 0) / 100)) : ".";
  return [consent.slice(0, end - TERMS.length), TERMS, allowance] as const;
}

const minutes = (seconds: number) => `${seconds / 60} minutes`;

/** The two payment screens: their time and their own words for the same three mistakes (docs/product.md, 7.3). */
export const PAYMENT_SCREENS = {
  payment: {
    windowSeconds: PAYMENT_WINDOW_SECONDS,
    timeNote: `An order can be paid for ${minutes(PAYMENT_WINDOW_SECONDS)} after it is placed.`,
    methodMissing: "Please select a payment method first",
    termsMissing: "Please accept the terms and conditions.",
    linkMissing: (method: string) => `${method} payment option is currently unavailable.`,
  },
  verify: {
    windowSeconds: VERIFY_WINDOW_SECONDS,
    timeNote: `This page waits up to ${minutes(VERIFY_WINDOW_SECONDS)}. The order can be paid for ${minutes(PAYMENT_WINDOW_SECONDS)} after it is placed, also from your order history.`,
    methodMissing: "Please select a payment method",
    termsMissing: "Please accept the terms and conditions",
    linkMissing: (method: string) => `${method} payment link is not available.`,
  },
} as const;

export type PaymentScreenName = keyof typeof PAYMENT_SCREENS;
export type PaymentProblem = { at: "method" | "terms" | "link"; text: string };
export type PaymentChoice = { method: PaymentMethodId | null; hasAcceptedTerms: boolean };

/** What the shopper chose; a method that does not exist counts as none. */
export function readPaymentChoice(form: FormData): PaymentChoice {
  const method = PAYMENT_METHODS.find((known) => known === form.get("method")) ?? null;
  return { method, hasAcceptedTerms: form.get("terms") === "on" };
}

/** The first mistake, in the order method, terms, link, or null. The browser and the server ask the same. */
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

/**
 * The amount of the payment screens, always two decimals, never grouped (docs/product.md, 1.3): 45000 paise ->
 * "450.00".
 */
export const plainRupees = (paise: number) =>
  `${Math.floor(paise / 100)}.${String(paise % 100).padStart(PRICE_DECIMALS, "0")}`;

/** 'Pay ₹{amount}.00 with {method}'; before a method is chosen it says what they all are. */
export const payButtonText = (paise: number, method: PaymentMethodId | null) =>
  `Pay ₹${plainRupees(paise)} with ${method ? PAYMENT_METHOD_NAMES[method] : "UPI"}`;
