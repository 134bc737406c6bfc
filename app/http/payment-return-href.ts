/** The page for a shopper whom a gateway sends back. Keeps only the order's name: older orders have it in `?orderid=`. */
export function paymentReturnHref({ searchParams }: URL) {
  const name = searchParams.has("order_number") ? "order_number" : "orderid";
  const value = searchParams.get(name);
  return value ? `/payment-success?${new URLSearchParams({ [name]: value })}` : "/payment-success";
}
