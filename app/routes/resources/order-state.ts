import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { commerceContext, logContext, sessionContext } from "#app/request/context.ts";
import { type OrderState, UNKNOWN_STATE } from "#app/routes/paid/order-state.ts";
import { afterPayment, announceBought, describePaidOrder } from "#app/routes/paid/paid-order.server.ts";
import { acceptTerms } from "#app/routes/payment/accept-terms.server.ts";
import { keptNote } from "#app/routes/payment/kept-note.server.ts";
import { readOrderId } from "#app/routes/payment/load-payment.server.ts";

import type { Route } from "./+types/order-state";

export const handle = { isDirect: true } satisfies RouteHandle;

/** How long each tab pauses after the backend's 429. */
const LIMITED_SECONDS = 15;

/** The payment screen that polls; null for other pages, which redirect nowhere. */
function readScreen({ searchParams }: URL) {
  const screen = searchParams.get("screen");
  return screen === "payment" || screen === "verify" ? screen : null;
}

/** The order's status for polling: small, and never an error page. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const orderId = readOrderId(url);
  if (!orderId || !session.isSignedIn) return Response.json(UNKNOWN_STATE, { status: orderId ? 401 : 400 });

  const answer = await context.get(commerceContext).getOrderStatus(orderId);
  if (!answer.ok) {
    context.get(logContext).warn({ orderId, error: answer.error.kind }, "order status unknown");
    const isLimited = answer.error.kind === "status" && answer.error.status === 429;
    if (!isLimited) return Response.json(UNKNOWN_STATE);
    return Response.json(UNKNOWN_STATE, { status: 429, headers: { "Retry-After": String(LIMITED_SECONDS) } });
  }
  const order = answer.value;
  const paid = order.status === "success" ? await describePaidOrder(context, orderId, order) : null;
  const screen = readScreen(url);
  if (paid && screen) announceBought(context, afterPayment(screen, paid), paid);
  const state: OrderState = { status: order.status, now: Date.now(), paid, keptNote: keptNote(context, order) };
  return Response.json(state);
}

export async function action({ context, url }: Route.ActionArgs) {
  const session = context.get(sessionContext);
  const orderId = readOrderId(url);
  if (!orderId || !session.isSignedIn) return new Response(null, { status: orderId ? 401 : 400 });
  await acceptTerms(context, orderId);
  return new Response(null, { status: 204 });
}
