import type { Order, PaymentLinks, PaymentMethod } from "#app/commerce/types.ts";
import { PAYMENT_METHODS } from "#app/constants.ts";
import { parseRupees } from "#app/money.ts";
import { safePaymentLink } from "#app/tenant/urls.ts";

import type { Tenant } from "../../../config/schema.ts";

/** A link is refused where its destination is not allowed, or its UPI amount or currency is not the order's. */
export function usablePaymentLinks(order: Pick<Order, "amount" | "links">, tenant: Tenant, origin: string) {
  const links: PaymentLinks = {};
  const refused: PaymentMethod[] = [];
  for (const method of PAYMENT_METHODS) {
    const offered = order.links[method];
    const link = safePaymentLink(offered, tenant, origin);
    if (link && matchesOrder(link, order.amount, origin)) links[method] = link;
    else if (offered) refused.push(method);
  }
  return { links, refused };
}

export type UpiPayee = { payload: string; id: string; name: string | null };

/** The payee of the first link that names one, or null. Apps' own schemes carry the same query as upi:. */
export function readUpiPayee(links: PaymentLinks): UpiPayee | null {
  for (const method of ["other", ...PAYMENT_METHODS] as const) {
    const url = URL.parse(links[method] ?? "");
    const id = url && !/^https?:$/.test(url.protocol) && url.searchParams.get("pa");
    if (id) return { payload: `upi://pay${url.search}`, id, name: url.searchParams.get("pn") };
  }
  return null;
}

/** Whether NPCI's `am` and `cu`, where present, match the order. */
function matchesOrder(link: string, amount: number | null, origin: string) {
  const { searchParams } = new URL(link, origin);
  const [am, cu] = [searchParams.get("am"), searchParams.get("cu")];
  return (am === null || parseRupees(am) === amount) && (cu === null || cu === "INR");
}
