import type { RouterContextProvider } from "react-router";

import { createOrderNumber } from "#app/commerce/order-number.server.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { messageFor } from "#app/texts/messages.ts";

import { needsBuyerName, readTypedName } from "./buyer-name.server.ts";
import { describeCartItem } from "./cart-lines.server.ts";
import { readCoinChoice, rememberCoinChoice } from "./coin-choice.server.ts";
import { describeShown, priceForShopper } from "./shown-price.server.ts";

export type LoadedCart = Awaited<ReturnType<typeof loadCart>>["page"];

/**
 * Loads the cart page. Remembers the coin choice, and forgets it if the balance is too small. A page that streams does neither,
 * because its cookies are already sent.
 */
export async function loadCart(context: Readonly<RouterContextProvider>, url: URL) {
  const cart = await context.get(commerceContext).getCart();
  if (!cart.ok) {
    const page = { items: null, problem: messageFor("loadCart", cart.error) };
    return { page, status: pageStatus(cart.error) };
  }
  const wanted = readCoinChoice(context, url);
  const price = await priceForShopper(context, cart.value, wanted);
  if (cart.value.length > 0 && !context.get(sessionContext).isSealed)
    rememberCoinChoice(context, price.coinsUsed > 0 ? wanted : 0);
  const { tenant } = context.get(siteContext);
  const page = {
    items: cart.value.map((item) => describeCartItem(item, tenant)),
    price,
    wantsCoins: wanted > 0,
    canChooseAmount: tenant.coins.chooseAmount,
    checkoutFields: { shown: describeShown(context, cart.value, price), order_number: createOrderNumber(Date.now()) },
    asksName: needsBuyerName(context, cart.value),
    typedName: readTypedName(context),
    problem: null,
  };
  return { page, status: 200 };
}
