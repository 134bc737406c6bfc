import type { Tenant } from "../../config/schema.ts";
import { PAYMENT_METHODS } from "#app/constants.ts";
import { safePaymentLink } from "#app/tenant/urls.ts";
import { parseRupees } from "./money.ts";
import type { Order, PaymentLinks, PaymentMethod } from "./types.ts";

/**
 * The links of an order that may be offered, and the methods whose link is refused: a place that this shop does not
 * lead to, or a UPI link over another amount or currency than the order's.
 */
export function usablePaymentLinks(order: Pick<Order, "amount" | "links">, tenant: Tenant, origin: string) {
  const links: PaymentLinks = {};
  const refused: PaymentMethod[] = [];
  for (const method of PAYMENT_METHODS) {
    const offered = order.links[method];
    const link = safePaymentLink(offered, tenant, origin);
    if (link && asksFor(link, order.amount, origin)) links[method] = link;
    else if (offered) refused.push(method);
  }
  return { links, refused };
}

/** NPCI's `am` and `cu`, where a link has them, are the order's. */
function asksFor(link: string, amount: number | null, origin: string) {
  const { searchParams } = new URL(link, origin);
  const [am, cu] = [searchParams.get("am"), searchParams.get("cu")];
  return (am === null || parseRupees(am) === amount) && (cu === null || cu === "INR");
}
