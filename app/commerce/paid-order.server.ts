import type { RouterContextProvider } from "react-router";
import { commerceContext, siteContext } from "#app/context.ts";
import { safeLink, safeRedirectTarget } from "#app/tenant/urls.ts";
import type { PaidOrder } from "./order-state.ts";
import type { Order } from "./types.ts";

/**
 * What the success dialog shows of a paid order. The code is the order's first voucher, from the history,
 * since no other call has one; none yet, one that is covered, or a history that fails, leaves it out.
 */
export async function describePaidOrder(
  context: Readonly<RouterContextProvider>,
  orderId: string,
  order: Order,
): Promise<PaidOrder> {
  const { tenant, origin } = context.get(siteContext);
  const history = await context.get(commerceContext).getOrderHistory();
  const past = history.ok ? history.value.find(({ id }) => id === (order.id ?? orderId)) : undefined;
  const voucher = past?.vouchers[0];
  return {
    continueTo: safeRedirectTarget(order.redirectUrl, tenant, origin),
    code: (!voucher?.isLocked && voucher?.cardNumber) || null,
    claimUrl: safeLink(voucher?.claimUrl),
  };
}
