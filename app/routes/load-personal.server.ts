import type { RouterContextProvider } from "react-router";

import { commerceContext, sessionContext, visitorContext } from "#app/context.ts";
import { countCards } from "#app/pricing/amounts.ts";
import { type Notice, toNotice, withProblem } from "#app/ui/notice.tsx";

/** Loads what header and footer show of the visitor. The flash counts as shown. */
export async function loadPersonal(context: Readonly<RouterContextProvider>) {
  const session = context.get(sessionContext);
  const { user, problem } = context.get(visitorContext);
  const cart = user && (await context.get(commerceContext).getCart());
  session.clearFlash();
  const notices: Notice[] = session.flash ? [toNotice(session.flash)] : [];
  return {
    viewer: user && { ...user, cartCount: cart?.ok ? countCards(cart.value) : null },
    notices: withProblem(notices, problem),
  };
}
