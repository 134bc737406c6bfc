/** The parameters that are kept; `show` opens the codes. Gateways add others, such as Razorpay's signature. */
const KEPT = ["order_number", "orderid", "show"];

/** True if a return URL has parameters that paymentReturnHref drops. */
export const hasForeignParameters = ({ searchParams }: URL) =>
  [...searchParams.keys()].some((name) => !KEPT.includes(name));

/** The page for a shopper whom a gateway sends back. Keeps only the order's name: older orders have it in `?orderid=`. */
export function paymentReturnHref({ searchParams }: URL) {
  const name = searchParams.has("order_number") ? "order_number" : "orderid";
  const value = searchParams.get(name);
  return value ? `/payment-success?${new URLSearchParams({ [name]: value })}` : "/payment-success";
}
