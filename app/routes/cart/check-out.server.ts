import { isOrderNumber } from "#app/commerce/order-number.server.ts";
import type { Result } from "#app/commerce/result.ts";
import type { CartItem } from "#app/commerce/types.ts";
import { visitorContext } from "#app/request/context.ts";
import { findOrderId } from "#app/routes/orders/find-order-id.server.ts";
import { messageFor } from "#app/texts/messages.ts";

import { t } from "../../../config/language/t.ts";
import { agreeOnPrice } from "./agreed-price.server.ts";
import { readCheckout } from "./begun-checkout.server.ts";
import { storeBuyerName } from "./buyer-name.server.ts";
import { type CheckoutForm, type CheckoutOutcome, refuse } from "./checkout-outcome.ts";
import type { Context } from "./known-order.server.ts";
import { placeOrder } from "./place-order.server.ts";

/** A form that was sent twice: the first submit has made the order, and coins alone have paid it. */
async function findOrderOfEmptyCart(context: Context, sent: unknown): Promise<CheckoutOutcome> {
  const done = isOrderNumber(sent) ? await findOrderId(context, sent) : null;
  return done ? { outcome: "placed", orderId: done, isFree: true } : refuse(t("messages.cartEmpty"));
}

/**
 * Proceed to Checkout. Computes the amounts here, from the current cart, and places one order for any number of submits of the
 * same cart. The checkout cookie contains the order's number, the idempotency key. It is sent again until the order has ended, so
 * that a backend can distinguish a repetition from a second order. This function repeats no call.
 */
export async function checkOut(
  context: Context,
  cart: Result<CartItem[]>,
  form: CheckoutForm,
): Promise<CheckoutOutcome> {
  const { user, problem } = context.get(visitorContext);
  if (!cart.ok) return refuse(t("messages.checkoutFailed"), messageFor("fetchCart", cart.error));
  if (!user) return refuse(t("messages.checkoutFailed"), problem);
  if (cart.value.length === 0) return findOrderOfEmptyCart(context, form.orderNumber);

  const unnamed = await storeBuyerName(context, cart.value, form.name ?? "");
  if (unnamed !== null) return unnamed;
  const begun = await readCheckout(context, { ...form, items: cart.value, user });
  const agreed = await agreeOnPrice(context, begun, form);
  return "outcome" in agreed ? agreed : placeOrder(context, begun, agreed);
}
