import type { RouterContextProvider } from "react-router";

import type { Order } from "#app/commerce/types.ts";
import { commerceContext } from "#app/context.ts";
import { findOrderId } from "#app/routes/orders/find-order-id.server.ts";
import { canBePaid } from "#app/routes/payment/payment-window.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * What can be said of a checkout's order. `ended`: its number is used up. `unknown`: the backend cannot be asked or does
 * not have it, so the number stays in use and no second order is made.
 */
export type KnownOrder = { state: "ended" } | { state: "unknown" } | { state: "open"; id: string; order: Order };

export async function readKnownOrder(
  context: Context,
  { orderNumber, orderId }: { orderNumber: string; orderId: string | null },
): Promise<KnownOrder> {
  const id = orderId ?? (await findOrderId(context, orderNumber));
  const found = id === null ? null : await context.get(commerceContext).getOrder(id);
  if (id === null || !found?.ok) return { state: "unknown" };
  return canBePaid(found.value, Date.now()) ? { state: "open", id, order: found.value } : { state: "ended" };
}

/** Hundredths of a coin. Where the backend does not say: what an order of this very cart (`total`, paise) lacks in cash. */
export function coinsHeldBy(known: KnownOrder, total: number | null) {
  if (known.state !== "open") return 0;
  const { coinsUsed, amount } = known.order;
  return coinsUsed ?? (total === null || amount === null ? 0 : Math.max(0, total - amount));
}
