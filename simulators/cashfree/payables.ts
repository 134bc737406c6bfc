import type { Books, Link, Order, Payment } from "./books.ts";

/** An order or link by the shop's id, the vendor's id, or that of an attempt. @throws Error for an unknown id */
export function findPayable(
  books: Books,
  id: string,
): { link: Link | undefined; order: Order | undefined; payment: Payment | undefined } {
  const link = books.links.find((one) => [one.linkId, one.cfLinkId, one.code].includes(id));
  const payment = books.payments.find(({ cfPaymentId }) => cfPaymentId === id);
  const orderId = payment?.orderId ?? id;
  const order = books.orders.find((one) => [one.orderId, one.cfOrderId, one.sessionId].includes(orderId));
  if (!link && !order) throw new Error(`Cashfree's simulator knows no order, link or payment "${id}"`);
  return { link, order, payment };
}
