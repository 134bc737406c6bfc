import type { RouterContextProvider } from "react-router";

import type { PastItem, PastOrder, Voucher } from "#app/commerce/types.ts";
import { siteContext } from "#app/request/context.ts";
import { confirmDeviceHref } from "#app/routes/links.ts";
import { describeOrders } from "#app/routes/orders/history.ts";

export type BoughtVouchers = {
  items: PastItem[];
  vouchers: Voucher[];
  /** Shows the codes of the first voucher at once. */
  isOpen: boolean;
  /** The page on which the shopper confirms this device. */
  confirmHref: string;
};

/** The vouchers of a paid order as the order history shows them; null without any. `?show` opens the first one's codes. */
export function describeVouchers(
  context: Readonly<RouterContextProvider>,
  past: PastOrder | undefined,
  url: URL,
): BoughtVouchers | null {
  if (!past) return null;
  const [order] = describeOrders([past], context.get(siteContext).tenant, { open: [past.id], show: "all" });
  if (!order?.vouchers?.length) return null;
  return {
    items: order.items,
    // This page has no form that marks them as used.
    vouchers: order.vouchers.map((voucher) => ({ ...voucher, id: null })),
    isOpen: url.searchParams.has("show"),
    confirmHref: confirmDeviceHref(`${url.pathname}${url.search}`),
  };
}
