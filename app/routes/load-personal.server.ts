import type { RouterContextProvider } from "react-router";

import { CART_COUNT_WAIT_MS } from "#app/base/constants.ts";
import type { CommerceClient } from "#app/commerce/client.server.ts";
import { digest } from "#app/commerce/refresh.server.ts";
import { settlesSoon } from "#app/http/client-hints.server.ts";
import { countCards } from "#app/pricing/amounts.ts";
import { backendContext, commerceContext, sessionContext, visitorContext } from "#app/request/context.ts";
import { type Notice, toNotice, withProblem } from "#app/ui/notice.tsx";

import { t } from "../../config/language/t.ts";

/** A signed-in shopper whose name this process has never read. */
const nameless = () => ({ username: t("frame.yourAccount"), email: "" });

type Context = Readonly<RouterContextProvider>;
type CartCall = ReturnType<CommerceClient["getCart"]>;

/** Loads the visitor's details for header and footer, except the number of cards in the cart. The flash counts as shown. */
export function loadPersonal(context: Context) {
  const session = context.get(sessionContext);
  const { user, isSignedIn, name, problem } = context.get(visitorContext);
  session.clearFlash();
  const notices: Notice[] = session.flash ? [toNotice(session.flash)] : [];
  const unread = isSignedIn && !user ? (name ?? nameless()) : null;
  return { user, unread, notices: withProblem(notices, problem) };
}

/**
 * The number of cards in the cart; null while it is unknown. After a failed call, the session's pages omit the number for a
 * while, so that they do not all wait for it.
 * @param asked a call that is under way
 */
export async function loadCartCount(context: Context, asked: CartCall | null = null): Promise<number | null> {
  const { user } = context.get(visitorContext);
  if (!user) return null;
  const commerce = context.get(commerceContext);
  // A form changes the cart after the user was read.
  if (user.cardsInCart !== null && !commerce.hasChangedCart()) return user.cardsInCart;
  const { missedCounts } = context.get(backendContext);
  const { tokens } = context.get(sessionContext);
  const key = digest(tokens?.accessToken ?? "");
  if (missedCounts.has(key)) return null;
  const cart = await (asked ?? commerce.getCart());
  // A call is also lost when the shopper leaves the page.
  if (!cart.ok && cart.error.kind !== "lost") missedCounts.set(key, true);
  return cart.ok ? countCards(cart.value) : null;
}

/**
 * Loads every detail about the visitor for a page that can neither stream nor wait. The number of cards is null if it is late.
 */
export async function loadPersonalSoon(context: Context, asked: CartCall | null) {
  const { user, ...rest } = loadPersonal(context);
  const count = loadCartCount(context, asked);
  const cartCount = (await settlesSoon(count, CART_COUNT_WAIT_MS)) ? await count : null;
  return { ...rest, viewer: user && { ...user, cartCount } };
}
