import { href, redirectDocument } from "react-router";

import type { Route } from "./+types/payment-notification";

/** For browsers that a gateway sends here. The gateway's own notifications are POSTs and never reach React Router. */
export function loader({ url }: Route.LoaderArgs) {
  const orderId = url.searchParams.get("orderid");
  const search = orderId ? `?${new URLSearchParams({ orderid: orderId })}` : "";
  return redirectDocument(href("/payment-success") + search);
}
