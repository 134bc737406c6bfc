import { needsDevice } from "#app/commerce/own-account-calls.server.ts";
import { type CallError, isOutcomeUnknown, mayStillHappen } from "#app/commerce/result.ts";
import type { CartItem } from "#app/commerce/types.ts";
import { logContext, sessionContext, siteContext } from "#app/request/context.ts";
import { messageFor } from "#app/texts/messages.ts";

import { t } from "../../../config/language/t.ts";
import { type CheckoutOutcome, refuse } from "./checkout-outcome.ts";
import type { Context } from "./known-order.server.ts";
import { findPlacedOrder } from "./placed-order.server.ts";

type Wanted = { orderNumber: string; items: CartItem[]; amount: number };

/** True if the backend refuses the order for good, which uses its number up. A busy backend may take it later. */
const endsOrder = (error: CallError) =>
  error.kind === "signed-out" || (error.kind === "status" && error.status !== 429);

/** After a refusal. Most refusals use the number up. */
function drop(context: Context, error: CallError): CheckoutOutcome {
  const detail = messageFor("placeOrder", error);
  if (!endsOrder(error)) return refuse(t("messages.checkoutFailed"), detail);
  context.get(sessionContext).setCheckout(null);
  if (needsDevice(error, context.get(siteContext).tenant)) return { outcome: "unconfirmed" };
  const isChanged = error.kind === "status" && error.status === 409;
  return { outcome: isChanged ? "changed" : "refused", alert: t("messages.checkoutFailed"), detail };
}

/** After a lost answer, which may have placed the order. */
async function lookAfter(
  context: Context,
  error: CallError,
  wanted: Wanted,
): Promise<CheckoutOutcome | { id: string }> {
  const { orderNumber } = wanted;
  context.get(logContext).warn({ orderNumber, error: error.kind }, "outcome of place-order unknown");
  const found = await findPlacedOrder(context, wanted);
  if (typeof found === "object") return found;
  return found === "none" && !mayStillHappen(error)
    ? refuse(t("messages.checkoutFailed"), messageFor("placeOrder", error))
    : refuse(t("messages.checkoutUnknown"));
}

/** Settles a call of place-order that failed: the shopper's refusal, or the order that was placed all the same. */
export const settleFailure = async (context: Context, error: CallError, wanted: Wanted) =>
  isOutcomeUnknown(error) ? lookAfter(context, error, wanted) : drop(context, error);
