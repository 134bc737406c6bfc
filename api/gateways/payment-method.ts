import type { PaymentMethod } from "../domain/orders.ts";

/**
 * The names at Razorpay, Cashfree and PhonePe, in lower case, letters only; PhonePe's UPI_INTENT, UPI_QR and the like begin with
 * "upi".
 */
const NAMES: Record<string, PaymentMethod> = {
  upi: "upi",
  card: "card",
  creditcard: "card",
  debitcard: "card",
  prepaidcard: "card",
  token: "card",
  netbanking: "netbanking",
  wallet: "wallet",
};

/** @returns undefined if the gateway names no method */
export function readMethod(name: string | null | undefined): PaymentMethod | undefined {
  if (!name) return undefined;
  const plain = name.toLowerCase().replace(/[^a-z]/g, "");
  return NAMES[plain] ?? (plain.startsWith("upi") ? "upi" : "other");
}
