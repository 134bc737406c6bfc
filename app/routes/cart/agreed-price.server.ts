import { cartTotal } from "#app/pricing/amounts.ts";
import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";

import { t } from "../../../config/language/t.ts";
import type { BegunCheckout } from "./begun-checkout.server.ts";
import type { CheckoutForm, CheckoutOutcome } from "./checkout-outcome.ts";
import { coinsHeldBy, type Context, type KnownOrder, readKnownOrder } from "./known-order.server.ts";
import { coinsInShown, describeShown, type Price, priceWith } from "./shown-price.server.ts";

/** Without scripts the page cannot follow the switch. */
const showNewPrice = ({ toPay, coinsUsed }: Price): CheckoutOutcome => ({
  outcome: "changed",
  alert: t("cart.newPrice", { count: coinsUsed, coins: formatPoints(coinsUsed), toPay: formatMoney(toPay) }),
  detail: t("cart.checkAmount"),
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
  alert: t("messages.cartChanged"),
  detail: t("cart.newAmount", { toPay: formatMoney(toPay) }),
});

/** The price that the page showed; else the order that the same form has made, or the refusal of a cart that has changed. */
export async function agreeOnPrice(
  context: Context,
  { items, user, wanted, sent, last, known, isSame }: BegunCheckout,
  { shown, isEdited }: CheckoutForm,
): Promise<Price | CheckoutOutcome> {
  const total = cartTotal(items);
  const isShown = (price: Price) => describeShown(context, items, price) === shown;
  const balance = user.coins + coinsHeldBy(known, isSame ? total : null);
  const price = priceWith(context, items, wanted, balance);
  if (isShown(price)) return price;

  // Sent twice: the first submit has made the order, which holds the coins.
  const isOther = sent !== null && sent !== last?.orderNumber;
  const first = isOther ? await readKnownOrder(context, { orderNumber: sent, orderId: null }) : known;
  const later = isOther ? priceWith(context, items, wanted, balance + coinsHeldBy(first, total)) : price;
  if (isShown(later)) return later;
  const made = sent !== null && !isEdited ? orderOfForm(first, shown) : null;
  if (made) return made;
  const other = priceWith(context, items, coinsInShown(shown), balance);
  return isShown(other) ? showNewPrice(later) : refuseChanged(later);
}
