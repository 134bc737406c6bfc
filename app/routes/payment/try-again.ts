import { href, redirectDocument } from "react-router";

import { commerceContext, sessionContext } from "#app/request/context.ts";
import { messageFor } from "#app/texts/messages.ts";

import type { Route } from "./+types/try-again";
import { readOrderId, screenHref } from "./load-payment.server.ts";

const resultHref = (orderId: string) => `${href("/payment-success")}?${new URLSearchParams({ orderid: orderId })}`;

/** The page of a sign-in in between: the order's result has the button. */
export function loader({ url }: Route.LoaderArgs) {
  const orderId = readOrderId(url);
  return redirectDocument(orderId ? resultHref(orderId) : href("/cart"));
}

/** Opens another attempt to pay a declined order, and shows every method again. `?orderid=`. */
export async function action({ context, url }: Route.ActionArgs) {
  const orderId = readOrderId(url);
  if (!orderId) throw redirectDocument(href("/cart"), 303);
  const session = context.get(sessionContext);
  const opened = await context.get(commerceContext).payAgain(orderId);
  if (!opened.ok) {
    session.setFlash({ kind: "error", text: messageFor("payAgain", opened.error) });
    throw redirectDocument(resultHref(orderId), 303);
  }
  const { checkout } = session;
  if (checkout?.orderId === orderId) session.setCheckout({ ...checkout, links: opened.value.links });
  return redirectDocument(screenHref("payment", orderId), 303);
}
