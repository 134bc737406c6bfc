import { type Product, stamp, text } from "./foreign-catalogue.ts";
import type { Quirks } from "./foreign-shop.ts";

export type Line = { id: string; product: Product; quantity: number; price: number };
export type Order = {
  id: string;
  number: string;
  amount: number;
  coins: number;
  at: Date;
  isPaid: boolean;
  lines: Line[];
  redirectUrl: string;
};
/** The payment links: the four links (one is missing here), one address under one of two names, or all of it. */
export function wireLinks(order: Order, { links: kind, payOrigin }: Quirks): object {
  const page = `${payOrigin}/${order.id}`;
  const upi = `pa=foreign%40bank&pn=Foreign%20Gifts&tr=${order.number}&am=${text(order.amount)}&cu=INR`;
  if (kind === "orderLink") return { orderLink: page };
  if (kind === "redirect_url") return { redirect_url: page };
  if (kind === "none") return {};
  return {
    ...(kind === "both" && { orderLink: page }),
    paymentLinks: { phonePe: `phonepe://pay?${upi}`, gpay: `tez://upi/pay?${upi}`, other: `upi://pay?${upi}` },
  };
}

export const wireLine = ({ id, product: { id: productId, name }, quantity, price }: Line) => ({
  id,
  product: { id: productId, name },
  quantity: String(quantity),
  price: text(price),
  to_pay: text(price * quantity),
});

export const wireOrder = (order: Order, { hasOwnHistoryIds }: Quirks) => ({
  id: hasOwnHistoryIds ? `H-${order.id}` : order.id,
  order_date: stamp(order.at),
  status: order.isPaid ? "Completed" : "Pending",
  items: order.lines.map(({ product: { name }, price }) => ({ name, price_mrp: text(price) })),
  ...(order.isPaid && { vouchers: [{ card_number: `FOREIGN-${order.id}`, pin_code: 4321 }] }),
});

/** The order's expiry, and its confirmation by hand, if the host reports them. */
const wireTerms = ({ at }: Order, { minutesToPay, isConfirmedByHand }: Quirks) => ({
  ...(minutesToPay !== null && { expires_at: new Date(at.getTime() + minutesToPay * 60_000).toISOString() }),
  ...(isConfirmedByHand && { payment_note: "confirmed_by_hand" }),
});

/** The answer of GET /place-order/. */
export const wireStatus = (order: Order) => ({
  status: order.isPaid ? "success" : "PAYMENT_PENDING",
  amount: text(order.amount),
  created_at: stamp(order.at),
  last_updated: stamp(new Date()),
  cart_items_cleared: order.isPaid,
});

/** The answer of GET /order-status/. */
export function wireDetails(order: Order, user: { username: string; email: string; phone: string }, quirks: Quirks) {
  const { username, email, phone } = user;
  const { status, amount, created_at } = wireStatus(order);
  const links = quirks.repeatsLinks ? wireLinks(order, quirks) : {};
  const { redirectUrl } = order;
  return {
    status,
    amount,
    created_at,
    redirectUrl,
    user: { username, email, phone },
    ...wireTerms(order, quirks),
    ...links,
  };
}
