import type { CommerceClient } from "#app/commerce/client.server.ts";
import { createOrderNumber } from "#app/commerce/order-number.server.ts";
import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import type { Checkout } from "#app/session/session.server.ts";

import { t } from "../../../config/language/t.ts";
import type { BegunCheckout } from "./begun-checkout.server.ts";
import { type CheckoutOutcome, refuse } from "./checkout-outcome.ts";
import { settleFailure } from "./failed-order.server.ts";
import type { Context } from "./known-order.server.ts";
import { findPlacedOrder } from "./placed-order.server.ts";
import type { Price } from "./shown-price.server.ts";

type Placed = Extract<Awaited<ReturnType<CommerceClient["placeOrder"]>>, { ok: true }>["value"];
type Asked = Checkout & { amount: number };

/** Goes on with the last checkout if it was of this cart and its order has not ended. */
function beginCheckout({ sent, last, known, isSame, fingerprint }: BegunCheckout, amount: number): Asked {
  const resumed = isSame && known.state !== "ended" ? last : null;
  const unused = sent === last?.orderNumber ? null : sent;
  return {
    orderNumber: resumed?.orderNumber ?? unused ?? createOrderNumber(Date.now()),
    fingerprint,
    orderId: resumed && known.state === "open" ? known.id : (resumed?.orderId ?? null),
    links: resumed?.links,
    amount,
  };
}

/** The order of a number that was sent before and never answered: a backend that forgets numbers would place it twice. */
async function findEarlier(context: Context, { items, last }: BegunCheckout, { orderNumber, orderId, amount }: Asked) {
  if (orderNumber !== last?.orderNumber || orderId !== null) return null;
  const earlier = await findPlacedOrder(context, { orderNumber, items, amount });
  return typeof earlier === "object" ? earlier.id : null;
}

function accept(context: Context, checkout: Asked, orderId: string): CheckoutOutcome {
  context.get(sessionContext).setCheckout({ ...checkout, orderId });
  return { outcome: "placed", orderId, isFree: checkout.amount === 0 };
}

function acceptPayable(context: Context, checkout: Asked, { orderId, links, qrPayload }: Placed): CheckoutOutcome {
  const answer = accept(context, { ...checkout, links }, orderId);
  const isPayable = checkout.amount === 0 || qrPayload || Object.keys(links).length > 0;
  return isPayable ? answer : refuse(t("messages.linksMissing"));
}

/** Places the order. The checkout cookie receives the order number before the backend does. */
export async function placeOrder(
  context: Context,
  begun: BegunCheckout,
  { toPay, coinsUsed }: Price,
): Promise<CheckoutOutcome> {
  const { origin } = context.get(siteContext);
  const checkout = beginCheckout(begun, toPay);
  context.get(sessionContext).setCheckout(checkout);
  const earlier = await findEarlier(context, begun, checkout);
  if (earlier !== null) return accept(context, checkout, earlier);

  const { orderNumber } = checkout;
  const placed = await context.get(commerceContext).placeOrder({
    amount: toPay,
    coinsUsed,
    orderNumber,
    redirectUrl: `${origin}/payment-success?order_number=${orderNumber}`,
    notifyUrl: `${origin}/payment-notification?order_number=${orderNumber}`,
  });
  if (placed.ok) return acceptPayable(context, checkout, placed.value);
  const settled = await settleFailure(context, placed.error, { orderNumber, items: begun.items, amount: toPay });
  return "outcome" in settled ? settled : accept(context, checkout, settled.id);
}
