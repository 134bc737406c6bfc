import type { RouterContextProvider } from "react-router";
import { commerceContext, hostContext, logContext, sessionContext, siteContext, visitorContext } from "#app/context.ts";
import { CART_EMPTY, TEXTS, messageFor } from "#app/messages.ts";
import { cartTotal, priceCart } from "#app/pricing/amounts.ts";
import { needsDevice } from "#app/commerce/device-calls.server.ts";
import { cartFingerprint, createOrderNumber, isOrderNumber } from "../../commerce/order-number.server.ts";
import { canBePaid } from "#app/routes/payment/payment-window.ts";
import { findPlacedOrder } from "./placed-order.server.ts";
import { isOutcomeUnknown, mayStillHappen, type CallError } from "#app/commerce/result.ts";
import type { CartItem, Order } from "#app/commerce/types.ts";

/** What the cart page sends with Proceed: the coins switch, the figures that it showed, and a fresh order number. */
export type CheckoutForm = { wantsCoins: boolean; shown: string; orderNumber: unknown };

/**
 * `alert` stands beside the button, `detail` beneath it. `changed`: the figures shown are not the figures any more.
 * `unconfirmed`: the device is to be confirmed first.
 */
export type CheckoutOutcome =
  | { outcome: "placed"; orderId: string; isFree: boolean }
  | { outcome: "unconfirmed" }
  | { outcome: "refused" | "changed"; alert: string; detail: string | null };

/** So much of a cookie is left for a link: browsers keep 4 KB, of which encoding and sealing take almost half. */
export const MAX_LINK_CHARACTERS = 1_500;

type Context = Readonly<RouterContextProvider>;
type OpenOrder = { orderNumber: string; orderId: string | null; order: Order | null };

/** The figures of a cart page in one word, so that a shopper never pays another amount than the one they saw. */
export const shownFigures = ({ coinsUsed, toPay }: { coinsUsed: number; toPay: number }) => `${toPay}-${coinsUsed}`;

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

  const open = await findOpenOrder(context, checkout);
  const isSame = checkout.fingerprint === cartFingerprint(items, wantsCoins, user.email);
  const balance = user.coins + coinsHeldBy(open, isSame ? total : null);
  return priceCart(total, balance, discountPercent, wantsCoins, allowPartial);
}

/**
 * Proceed to Checkout: cart and balance are read anew, the amounts computed here, and one order placed
 * for any number of submits of the same cart. Its number is kept in the checkout cookie and sent again until the order
 * has ended, so that a host can tell a repetition from a second order; nothing is repeated by us.
 */
export async function checkOut(context: Context, form: CheckoutForm): Promise<CheckoutOutcome> {
  const [commerce, session] = [context.get(commerceContext), context.get(sessionContext)];
  const { tenant, origin } = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const cart = await commerce.getCart();
  if (!cart.ok) return refuse(TEXTS.checkoutFailed, messageFor("fetchCart", cart.error));
  if (!visitor.user) return refuse(TEXTS.checkoutFailed, visitor.problem);
  if (cart.value.length === 0) {
    // Sent twice: the first has made the order, and coins alone have paid it.
    const done = await findByNumber(context, form.orderNumber);
    return done ? { outcome: "placed", orderId: done, isFree: true } : refuse(CART_EMPTY);
  }

  const fingerprint = cartFingerprint(cart.value, form.wantsCoins, visitor.user.email);
  const total = cartTotal(cart.value);
  const { checkout } = session;
  const known = checkout?.fingerprint === fingerprint && !checkout.isLeft ? checkout : null;
  const fresh = isOrderNumber(form.orderNumber) ? form.orderNumber : createOrderNumber(Date.now());
  const open = await findOpenOrder(context, known ?? { orderNumber: fresh, orderId: null });
  const earlier = known || !checkout ? null : await findOpenOrder(context, checkout);
  const balance = visitor.user.coins + coinsHeldBy(open, total) + coinsHeldBy(earlier, null);
  const { discountPercent, allowPartial } = tenant.coins;
  const price = priceCart(total, balance, discountPercent, form.wantsCoins, allowPartial);
  if (shownFigures(price) !== form.shown) return { outcome: "changed", alert: TEXTS.checkoutFailed, detail: null };

  const orderNumber = open?.orderNumber ?? createOrderNumber(Date.now());
  const isFree = price.toPay === 0;
  session.setCheckout({ orderNumber, fingerprint, orderId: open?.orderId ?? null, link: known?.link });
  const wanted = { orderNumber, items: cart.value, amount: price.toPay };
  // Sent before, and never answered: a host that does not know a number again would place it twice.
  const earlierTry = known && open?.orderId === null ? await findPlacedOrder(context, wanted) : "none";
  if (typeof earlierTry === "object") return accept(earlierTry.id);

  const placed = await commerce.placeOrder({
    amount: price.toPay,
    coinsUsed: price.coinsUsed,
    orderNumber,
    redirectUrl: `${origin}/payment-success?orderid=${orderNumber}`,
    notifyUrl: `${origin}/payment-notification?orderid=${orderNumber}`,
  });
  if (placed.ok) {
    const { orderId, links, onlyLink } = placed.value;
    const hasLinks = isFree || Object.keys(links).length > 0;
    const answer = accept(orderId, onlyLink);
    return hasLinks ? answer : refuse(TEXTS.linksMissing);
  }

  const { error } = placed;
  const detail = messageFor("placeOrder", error);
  if (isOutcomeUnknown(error)) {
    context.get(logContext).warn({ orderNumber, error: error.kind }, "outcome of place-order unknown");
    const found = await findPlacedOrder(context, wanted);
    if (typeof found === "object") return accept(found.id);
    return found === "none" && !mayStillHappen(error)
      ? refuse(TEXTS.checkoutFailed, detail)
      : refuse(TEXTS.checkoutUnknown);
  }
  if (!endsOrder(error)) return refuse(TEXTS.checkoutFailed, detail);
  session.setCheckout(null);
  if (needsDevice(error, tenant)) return { outcome: "unconfirmed" };
  const isChanged = error.kind === "status" && error.status === 409;
  return { outcome: isChanged ? "changed" : "refused", alert: TEXTS.checkoutFailed, detail };

  function accept(orderId: string, onlyLink = known?.link ?? null): CheckoutOutcome {
    const link = onlyLink && onlyLink.length <= MAX_LINK_CHARACTERS ? onlyLink : null;
    session.setCheckout({ orderNumber, fingerprint, orderId, link });
    return { outcome: "placed", orderId, isFree };
  }
}

const refuse = (alert: string, detail: string | null = null): CheckoutOutcome => ({
  outcome: "refused",
  alert,
  detail,
});

/** Whether the host will not have this order: its number is used up. One that is busy, or limits us, may take it later. */
const endsOrder = (error: CallError) =>
  error.kind === "signed-out" || (error.kind === "status" && error.status !== 429);

/**
 * The order behind a checkout, or null once it has ended. Without its id only the embedded API can be asked, by the
 * order number; where nobody can say, the number stays in use, so that no second order is made.
 */
async function findOpenOrder(
  context: Context,
  { orderNumber, orderId }: { orderNumber: string; orderId: string | null },
): Promise<OpenOrder | null> {
  const id = orderId ?? (context.get(hostContext).isEmbedded ? orderNumber : null);
  const found = id === null ? null : await context.get(commerceContext).getOrder(id);
  if (!found?.ok) return { orderNumber, orderId, order: null };
  if (!canBePaid(found.value, Date.now())) return null;
  return { orderNumber, orderId: orderId ?? found.value.id, order: found.value };
}

/** The id of the order with this number, where the host can be asked by it: the embedded API can. */
async function findByNumber(context: Context, orderNumber: unknown): Promise<string | null> {
  if (!context.get(hostContext).isEmbedded || !isOrderNumber(orderNumber)) return null;
  const found = await context.get(commerceContext).getOrder(orderNumber);
  return found.ok ? found.value.id : null;
}

/** Hundredths of a coin. A host that does not say: what an order of this very cart (`total`, paise) lacks in cash. */
function coinsHeldBy(open: OpenOrder | null, total: number | null) {
  if (!open?.order) return 0;
  const { coinsUsed, amount } = open.order;
  return coinsUsed ?? (total === null || amount === null ? 0 : Math.max(0, total - amount));
}
