import { href, type MiddlewareFunction, redirectDocument, type RouterContextProvider } from "react-router";

import { isOrderNumber } from "#app/commerce/order-number.server.ts";
import { commerceContext, sessionContext } from "#app/request/context.ts";

/**
 * The id in the backend for an order of the shopper with this number, from the checkout or the order history. Null if neither has
 * it: the history of a backend need not contain order numbers.
 */
export async function findOrderId(context: Readonly<RouterContextProvider>, orderNumber: string) {
  const { checkout } = context.get(sessionContext);
  if (checkout?.orderNumber === orderNumber && checkout.orderId !== null) return checkout.orderId;
  const history = await context.get(commerceContext).getOrderHistory();
  if (!history.ok) return null;
  return history.value.find((past) => past.orderNumber === orderNumber)?.id ?? null;
}

/**
 * Redirects `?order_number=` of a return URL to the order's `?orderid=`, or to the history if the order is not found. Older
 * orders and mail have the number in `?orderid=`, in which a backend's own id may look the same.
 */
export const redirectOrderNumber: MiddlewareFunction<Response> = async ({ context, url }, next) => {
  const id = url.searchParams.get("orderid");
  const orderNumber = url.searchParams.get("order_number") ?? id;
  if (!isOrderNumber(orderNumber)) return next();
  const found = await findOrderId(context, orderNumber);
  if (found !== null && found !== id)
    return redirectDocument(`${url.pathname.replace(/^\/+/, "/")}?${new URLSearchParams({ orderid: found })}`);
  return id === null ? redirectDocument(href("/order-history")) : next();
};
