import type { RouterContextProvider } from "react-router";

import type { Order } from "#app/commerce/types.ts";
import { commerceContext } from "#app/request/context.ts";
import { findOrderId } from "#app/routes/orders/find-order-id.server.ts";
import { canBePaid } from "#app/routes/payment/payment-window.ts";

export type Context = Readonly<RouterContextProvider>;

/**
 * The state of an order that Proceed has placed. `ended`: its number is used up. `unknown`: the backend does not answer or has no
 * such order. The number then stays in use, so that no second order is made.
 */
export type KnownOrder = { state: "unknown" } | { state: "open" | "ended"; id: string; order: Order };

export async function readKnownOrder(
  context: Context,
  { orderNumber, orderId }: { orderNumber: string; orderId: string | null },
): Promise<KnownOrder> {
  const id = orderId ?? (await findOrderId(context, orderNumber));
  const found = id === null ? null : await context.get(commerceContext).getOrder(id);
  if (id === null || !found?.ok) return { state: "unknown" };
  return { state: canBePaid(found.value, Date.now()) ? "open" : "ended", id, order: found.value };
}

/** Hundredths of a coin. Without `coinsUsed`: the total of this very cart (paise) less the cash of its order. */
export function coinsHeldBy(known: KnownOrder, total: number | null) {
  if (known.state !== "open") return 0;
  const { coinsUsed, amount } = known.order;
  return coinsUsed ?? (total === null || amount === null ? 0 : Math.max(0, total - amount));
}
