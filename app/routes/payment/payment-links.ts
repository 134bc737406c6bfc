import type { Tenant } from "../../../config/schema.ts";
import { PAYMENT_METHODS } from "#app/constants.ts";
import { safePaymentLink } from "#app/tenant/urls.ts";
import { parseRupees } from "#app/commerce/money.ts";
import type { Order, PaymentLinks, PaymentMethod } from "#app/commerce/types.ts";

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

/** What a UPI app asks for, of an order's links: `payload` for its camera, or the `id` and `name` of the payee to type. */
export type UpiPayee = { payload: string; id: string; name: string | null };

/** The payee of the first link that names one, or null; apps' own schemes carry the same query as upi:. */
export function readUpiPayee(links: PaymentLinks): UpiPayee | null {
  for (const method of ["other", ...PAYMENT_METHODS] as const) {
    const url = URL.parse(links[method] ?? "");
    const id = url && !/^https?:$/.test(url.protocol) && url.searchParams.get("pa");
    if (id) return { payload: `upi://pay${url.search}`, id, name: url.searchParams.get("pn") };
  }
  return null;
}

/** NPCI's `am` and `cu`, where a link has them, are the order's. */
function asksFor(link: string, amount: number | null, origin: string) {
  const { searchParams } = new URL(link, origin);
  const [am, cu] = [searchParams.get("am"), searchParams.get("cu")];
  return (am === null || parseRupees(am) === amount) && (cu === null || cu === "INR");
}
