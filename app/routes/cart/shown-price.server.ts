import type { CartItem } from "#app/commerce/types.ts";
import { sessionContext, siteContext, visitorContext } from "#app/context.ts";
import { TEXTS } from "#app/messages.ts";
import { cartTotal, priceCart } from "#app/pricing/amounts.ts";
import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";
import { accountKey } from "#app/session/account-key.ts";

import { cartFingerprint } from "../../commerce/order-number.server.ts";
import type { BegunCheckout } from "./begun-checkout.server.ts";
import { expiryText } from "./cart-lines.server.ts";
import type { CheckoutForm, CheckoutOutcome } from "./checkout-outcome.ts";
import { coinsHeldBy, type Context, type KnownOrder, readKnownOrder } from "./known-order.server.ts";

/** Paise, and hundredths of a coin. */
export type Price = { toPay: number; coinsUsed: number };

/**
 * Describes the shown cart in one word. It has the amount to pay, then a fingerprint of cards, amounts, expiries, recipients,
 * coins and account. Proceed orders this cart only. The fingerprint of an order under way has no expiries. The order has reserved
 * its cards, so the cart shows the expiries of other cards.
 */
export function describeShown(context: Context, items: CartItem[], { toPay, coinsUsed }: Price): string {
  const { user } = context.get(visitorContext);
  const account = user ? accountKey(user) : "";
  return `${toPay}-${coinsUsed}-${cartFingerprint(items, coinsUsed > 0, account, ({ product }) => expiryText(product))}`;
}

/**
 * Prices a cart for its page. Coins that the order under way holds count as the shopper's. A new order releases them, and the
 * same order keeps them.
 */
export async function priceForShopper(context: Context, items: CartItem[], wantsCoins: boolean) {
  const { user } = context.get(visitorContext);
  const price = priceWith(context, items, wantsCoins, user?.coins ?? 0);
  const { checkout } = context.get(sessionContext);
  if (!wantsCoins || price.coinsUsed === price.mostCoins || !user || !checkout) return price;

  const known = await readKnownOrder(context, checkout);
  const isSame = checkout.fingerprint === cartFingerprint(items, wantsCoins, accountKey(user));
  const balance = user.coins + coinsHeldBy(known, isSame ? cartTotal(items) : null);
  return priceWith(context, items, wantsCoins, balance);
}

function priceWith(context: Context, items: CartItem[], wantsCoins: boolean, balance: number) {
  const { discountPercent, allowPartial } = context.get(siteContext).tenant.coins;
  return priceCart(cartTotal(items), balance, discountPercent, wantsCoins, allowPartial);
}

/** The price that the page showed; else the order that the same form has made, or the refusal of a cart that has changed. */
export async function agreeOnPrice(
  context: Context,
  { items, user, wantsCoins, sent, last, known, isSame }: BegunCheckout,
  { shown, isEdited }: CheckoutForm,
): Promise<Price | CheckoutOutcome> {
  const total = cartTotal(items);
  const isShown = (price: Price) => describeShown(context, items, price) === shown;
  const balance = user.coins + coinsHeldBy(known, isSame ? total : null);
  const price = priceWith(context, items, wantsCoins, balance);
  if (isShown(price)) return price;

  // Sent twice: the first submit has made the order, which holds the coins.
  const isOther = sent !== null && sent !== last?.orderNumber;
  const first = isOther ? await readKnownOrder(context, { orderNumber: sent, orderId: null }) : known;
  const later = isOther ? priceWith(context, items, wantsCoins, balance + coinsHeldBy(first, total)) : price;
  if (isShown(later)) return later;
  const made = sent !== null && !isEdited ? orderOfForm(first, shown) : null;
  if (made) return made;
  const other = priceWith(context, items, !wantsCoins, balance);
  return isShown(other) ? showNewPrice(later) : refuseChanged(later);
}

/** Without scripts the page cannot follow the switch. */
const showNewPrice = ({ toPay, coinsUsed }: Price): CheckoutOutcome => ({
  outcome: "changed",
  alert: `${coinsUsed > 0 ? `With ${formatPoints(coinsUsed)} coins` : "Without coins"} you pay ${formatMoney(toPay)}.`,
  detail: "Please check the amount and proceed again.",
});

/** The order that the same form has made before, if it is paid or can be. */
function orderOfForm(known: KnownOrder, shown: string): CheckoutOutcome | null {
  if (known.state === "unknown") return null;
  const { id, state, order } = known;
  const isAlive = state === "open" || order.status === "success";
  if (!isAlive || order.amount !== Number(shown.split("-")[0])) return null;
  return { outcome: "placed", orderId: id, isFree: order.amount === 0 };
}

const refuseChanged = ({ toPay }: Price): CheckoutOutcome => ({
  outcome: "changed",
  alert: TEXTS.cartChanged,
  detail: `You would now pay ${formatMoney(toPay)}. Please check your cart and proceed again.`,
});
