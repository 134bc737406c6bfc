import type { RouterContextProvider } from "react-router";

import type { CommerceClient } from "#app/commerce/client.server.ts";
import { commerceContext, sessionContext, visitorContext } from "#app/context.ts";
import { countCards } from "#app/pricing/amounts.ts";
import { type Notice, toNotice, withProblem } from "#app/ui/notice.tsx";

/**
 * Loads what header and footer show of the visitor. The flash counts as shown. A call for the cart that is under way is
 * waited for in any case, because it may refresh the session.
 */
export async function loadPersonal(
  context: Readonly<RouterContextProvider>,
  asked: ReturnType<CommerceClient["getCart"]> | null = null,
) {
  const session = context.get(sessionContext);
  const { user, problem } = context.get(visitorContext);
  const cart = await (asked ?? (user && context.get(commerceContext).getCart()));
  session.clearFlash();
  const notices: Notice[] = session.flash ? [toNotice(session.flash)] : [];
  return {
    viewer: user && { ...user, cartCount: cart?.ok ? countCards(cart.value) : null },
    notices: withProblem(notices, problem),
  };
}
