import type { Books, Link, Order, Payment, Qr } from "./books.ts";

/** A payer can pay each of these. */
export type Payable = Link | Qr | Order | Payment;

export const isLink = (it: Payable): it is Link => "referenceId" in it;
export const isQr = (it: Payable): it is Qr => "closeBy" in it;
export const isPayment = (it: Payable): it is Payment => "vpa" in it;

/** @throws Error for an unknown id */
export function findPayable(books: Books, id: string): Payable {
  const found = books.find(id);
  if (!found) throw new Error(`Razorpay's simulator knows no link, QR code, order or payment "${id}"`);
  return found;
}
