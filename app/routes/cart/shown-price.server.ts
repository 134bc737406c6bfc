import type { CartItem } from "#app/commerce/types.ts";
import { ALL_COINS, cartTotal, priceCart } from "#app/pricing/amounts.ts";
import { sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { accountKey } from "#app/session/account-key.ts";

import { cartFingerprint } from "../../commerce/order-number.server.ts";
import { expiryDay } from "./cart-lines.server.ts";
import { coinsHeldBy, type Context, readKnownOrder } from "./known-order.server.ts";

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
  return `${toPay}-${coinsUsed}-${cartFingerprint(items, coinsUsed > 0, account, ({ product }) => expiryDay(product))}`;
}

/** The number of coins that describeShown() names. */
export const coinsInShown = (shown: string) => Number(/^\d+-(\d+)-/.exec(shown)?.[1] ?? 0);

/** Prices a cart for a shopper with this balance of coins who wants to use so many of them (see ALL_COINS). */
export function priceWith(context: Context, items: CartItem[], wanted: number, balance: number) {
  const { discountPercent, allowPartial, chooseAmount } = context.get(siteContext).tenant.coins;
  const most = wanted > 0 && !chooseAmount ? ALL_COINS : wanted;
  return priceCart(cartTotal(items), balance, discountPercent, most, allowPartial);
}

/**
 * Prices a cart for its page. Coins that the order under way holds count as the shopper's. A new order releases them, and the
 * same order keeps them.
 */
export async function priceForShopper(context: Context, items: CartItem[], wanted: number) {
  const { user } = context.get(visitorContext);
  const price = priceWith(context, items, wanted, user?.coins ?? 0);
  const { checkout } = context.get(sessionContext);
  const isWhole = price.isEligible && price.discount === price.mostCoins;
  if (wanted === 0 || isWhole || !user || !checkout) return price;

  const known = await readKnownOrder(context, checkout);
  const isSame = checkout.fingerprint === cartFingerprint(items, wanted, accountKey(user));
  const balance = user.coins + coinsHeldBy(known, isSame ? cartTotal(items) : null);
  return priceWith(context, items, wanted, balance);
}
