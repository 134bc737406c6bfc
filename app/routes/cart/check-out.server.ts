import type { RouterContextProvider } from "react-router";

import { needsDevice } from "#app/commerce/device-calls.server.ts";
import { type CallError, isOutcomeUnknown, mayStillHappen, type Result } from "#app/commerce/result.ts";
import type { CartItem } from "#app/commerce/types.ts";
import { commerceContext, logContext, sessionContext, siteContext, visitorContext } from "#app/context.ts";
import { CART_EMPTY, messageFor, TEXTS } from "#app/messages.ts";
import { cartTotal, priceCart } from "#app/pricing/amounts.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { findOrderId } from "#app/routes/orders/find-order-id.server.ts";
import { accountKey } from "#app/session/account-key.ts";

import { cartFingerprint, createOrderNumber, isOrderNumber } from "../../commerce/order-number.server.ts";
import { expiryText } from "./cart-lines.server.ts";
import { coinsHeldBy, type KnownOrder, readKnownOrder } from "./known-order.server.ts";
import { findPlacedOrder } from "./placed-order.server.ts";

/**
 * The cart page's Proceed form: the coins switch, a description of the shown cart, and a fresh order number. `isEdited`: the
 * same press has changed the cart.
 */
export type CheckoutForm = { wantsCoins: boolean; shown: string; orderNumber: unknown; isEdited?: boolean };

/**
 * `alert` stands beside the button, `detail` beneath it. `changed`: the cart is not the one shown any more.
 * `unconfirmed`: the device is to be confirmed first.
 */
export type CheckoutOutcome =
  | { outcome: "placed"; orderId: string; isFree: boolean }
  | { outcome: "unconfirmed" }
  | { outcome: "refused" | "changed"; alert: string; detail: string | null };

/** The cookie's room for a link: browsers keep 4 KB, of which encoding and sealing take almost half. */
export const MAX_LINK_CHARACTERS = 1_500;

type Context = Readonly<RouterContextProvider>;
type Price = { toPay: number; coinsUsed: number };

/**
 * Describes the shown cart in one word: the amount to pay, then a fingerprint of cards, amounts, expiries, recipients, coins and
 * account. Proceed orders this cart only. The fingerprint of an order under way has no expiries: it has reserved its cards,
 * so the cart shows those of other cards.
 */
export function describeShown(context: Context, items: CartItem[], { toPay, coinsUsed }: Price): string {
  const { user } = context.get(visitorContext);
  const account = user ? accountKey(user) : "";
  return `${toPay}-${coinsUsed}-${cartFingerprint(items, coinsUsed > 0, account, ({ product }) => expiryText(product))}`;
}

/**
 * Prices a cart for its page. Coins that the order under way holds count as the shopper's: a new order sets them free,
 * and the same one keeps them.
 */
export async function priceForShopper(context: Context, items: CartItem[], wantsCoins: boolean) {
  const total = cartTotal(items);
  const { user } = context.get(visitorContext);
  const { discountPercent, allowPartial } = context.get(siteContext).tenant.coins;
  const price = priceCart(total, user?.coins ?? 0, discountPercent, wantsCoins, allowPartial);
  const { checkout } = context.get(sessionContext);
  if (!wantsCoins || price.coinsUsed === price.mostCoins || !user || !checkout) return price;

  const known = await readKnownOrder(context, checkout);
  const isSame = checkout.fingerprint === cartFingerprint(items, wantsCoins, accountKey(user));
  const balance = user.coins + coinsHeldBy(known, isSame ? total : null);
  return priceCart(total, balance, discountPercent, wantsCoins, allowPartial);
}

/**
 * Proceed to Checkout. Computes the amounts here, from the current cart, and places one order for any number of
 * submits of the same cart. The checkout cookie holds the order's number, which is sent again until the order has ended,
 * so that a backend can distinguish a repetition from a second order. This function repeats no call.
 */
export async function checkOut(
  context: Context,
  cart: Result<CartItem[]>,
  form: CheckoutForm,
): Promise<CheckoutOutcome> {
  const [commerce, session] = [context.get(commerceContext), context.get(sessionContext)];
  const { tenant, origin } = context.get(siteContext);
  const { user, problem } = context.get(visitorContext);
  const sent = isOrderNumber(form.orderNumber) ? form.orderNumber : null;
  if (!cart.ok) return refuse(TEXTS.checkoutFailed, messageFor("fetchCart", cart.error));
  if (!user) return refuse(TEXTS.checkoutFailed, problem);
  if (cart.value.length === 0) {
    // Sent twice: the first submit has made the order, and coins alone have paid it.
    const done = sent && (await findOrderId(context, sent));
    return done ? { outcome: "placed", orderId: done, isFree: true } : refuse(CART_EMPTY);
  }

  const fingerprint = cartFingerprint(cart.value, form.wantsCoins, accountKey(user));
  const total = cartTotal(cart.value);
  const { checkout } = session;
  const known: KnownOrder = checkout ? await readKnownOrder(context, checkout) : { state: "unknown" };
  const isSame = checkout?.fingerprint === fingerprint && !checkout.isLeft;
  const resumed = isSame && known.state !== "ended" ? checkout : null;

  const { discountPercent, allowPartial } = tenant.coins;
  const priceWith = (balance: number) => priceCart(total, balance, discountPercent, form.wantsCoins, allowPartial);
  const balance = user.coins + coinsHeldBy(known, isSame ? total : null);
  const isShown = (candidate: Price) => describeShown(context, cart.value, candidate) === form.shown;
  let price = priceWith(balance);
  if (!isShown(price)) {
    const isOther = sent !== null && sent !== checkout?.orderNumber;
    // Sent twice: the first submit has made the order, which holds the coins.
    const first = isOther ? await readKnownOrder(context, { orderNumber: sent, orderId: null }) : known;
    if (isOther) price = priceWith(balance + coinsHeldBy(first, total));
    const made = sent !== null && !form.isEdited ? orderOfForm(first, form.shown) : null;
    if (!isShown(price) && made) return made;
  }
  if (!isShown(price)) {
    const detail = `You would now pay ${formatMoney(price.toPay)}. Please check your cart and proceed again.`;
    return { outcome: "changed", alert: TEXTS.cartChanged, detail };
  }

  const isFree = price.toPay === 0;
  const unused = sent === checkout?.orderNumber ? null : sent;
  const orderNumber = resumed?.orderNumber ?? unused ?? createOrderNumber(Date.now());
  const orderId = resumed && known.state === "open" ? known.id : (resumed?.orderId ?? null);
  const amount = price.toPay;
  session.setCheckout({ orderNumber, fingerprint, orderId, link: resumed?.link, amount });
  const wanted = { orderNumber, items: cart.value, amount };
  if (resumed && orderId === null) {
    // Sent before, and never answered: a backend that forgets numbers would place it twice.
    const earlier = await findPlacedOrder(context, wanted);
    if (typeof earlier === "object") return accept(earlier.id);
  }

  const placed = await commerce.placeOrder({
    amount,
    coinsUsed: price.coinsUsed,
    orderNumber,
    redirectUrl: `${origin}/payment-success?order_number=${orderNumber}`,
    notifyUrl: `${origin}/payment-notification?order_number=${orderNumber}`,
  });
  if (!placed.ok) return isOutcomeUnknown(placed.error) ? lookAfter(placed.error) : drop(placed.error);
  const { orderId: placedId, links, qrPayload, onlyLink } = placed.value;
  const answer = accept(placedId, onlyLink);
  return isFree || qrPayload || Object.keys(links).length > 0 ? answer : refuse(TEXTS.linksMissing);

  function accept(id: string, onlyLink = resumed?.link ?? null): CheckoutOutcome {
    const link = onlyLink && onlyLink.length <= MAX_LINK_CHARACTERS ? onlyLink : null;
    session.setCheckout({ orderNumber, fingerprint, orderId: id, link, amount });
    return { outcome: "placed", orderId: id, isFree };
  }

  /** After an answer that was lost: the order may have been placed. */
  async function lookAfter(error: CallError): Promise<CheckoutOutcome> {
    context.get(logContext).warn({ orderNumber, error: error.kind }, "outcome of place-order unknown");
    const found = await findPlacedOrder(context, wanted);
    if (typeof found === "object") return accept(found.id);
    return found === "none" && !mayStillHappen(error)
      ? refuse(TEXTS.checkoutFailed, messageFor("placeOrder", error))
      : refuse(TEXTS.checkoutUnknown);
  }

  /** After a refusal: most use the number up. */
  function drop(error: CallError): CheckoutOutcome {
    const detail = messageFor("placeOrder", error);
    if (!endsOrder(error)) return refuse(TEXTS.checkoutFailed, detail);
    session.setCheckout(null);
    if (needsDevice(error, tenant)) return { outcome: "unconfirmed" };
    const isChanged = error.kind === "status" && error.status === 409;
    return { outcome: isChanged ? "changed" : "refused", alert: TEXTS.checkoutFailed, detail };
  }
}

/** The order that the same form has made before, if it is paid or can be. */
function orderOfForm(known: KnownOrder, shown: string): CheckoutOutcome | null {
  if (known.state === "unknown") return null;
  const { id, state, order } = known;
  const isAlive = state === "open" || order.status === "success";
  if (!isAlive || order.amount !== Number(shown.split("-")[0])) return null;
  return { outcome: "placed", orderId: id, isFree: order.amount === 0 };
}

const refuse = (alert: string, detail: string | null = null): CheckoutOutcome => ({
  outcome: "refused",
  alert,
  detail,
});

/** Whether the host will not have this order: its number is used up. One that is busy, or limits us, may take it later. */
const endsOrder = (error: CallError) =>
  error.kind === "signed-out" || (error.kind === "status" && error.status !== 429);
