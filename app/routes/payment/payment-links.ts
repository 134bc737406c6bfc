import { PAYMENT_METHODS } from "#app/base/constants.ts";
import type { Order, PaymentLinks, PaymentMethod } from "#app/commerce/types.ts";
import { PAYMENT_CHOICES } from "#app/forms/payment.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { payableLink } from "#app/tenant/urls.ts";

import { isGatewayPage } from "../../../config/brand/gateway-facts.ts";
import type { Payments, Tenant } from "../../../config/brand/schema.ts";
import { t } from "../../../config/language/t.ts";

/** Refuses a link if its destination is not allowed, or if its UPI amount or currency differs from the order's. */
export function usablePaymentLinks(order: Pick<Order, "amount" | "links">, tenant: Tenant, origin: string) {
  const links: PaymentLinks = {};
  const refused: PaymentMethod[] = [];
  for (const method of PAYMENT_CHOICES) {
    const offered = order.links[method];
    const link = payableLink(offered, order.amount, tenant, origin);
    if (link) links[method] = link;
    else if (offered) refused.push(method);
  }
  return { links, refused };
}

export type UpiPayee = { payload: string; id: string; name: string | null };

/** The payee of the first link with a payee, or null. Apps' own schemes carry the same query as upi:. */
export function readUpiPayee(links: PaymentLinks): UpiPayee | null {
  for (const method of ["other", ...PAYMENT_METHODS] as const) {
    const url = URL.parse(links[method] ?? "");
    const id = url && !/^https?:$/.test(url.protocol) && url.searchParams.get("pa");
    if (id) return { payload: `upi://pay${url.search}`, id, name: url.searchParams.get("pn") };
  }
  return null;
}

const GATEWAY_NAMES: Record<Exclude<Payments["gateway"], "vpa">, string> = {
  razorpay: "Razorpay",
  cashfree: "Cashfree",
  phonepe: "PhonePe",
};

/** Names the page of another company on which the shopper pays: by the brand's gateway, else by the page's host. */
export function describeHostedPage(link: string, { payments }: Tenant) {
  if (payments && payments.gateway !== "vpa" && isGatewayPage(payments, link))
    return t("checkout.hosted-gateway", { gateway: GATEWAY_NAMES[payments.gateway] });
  return link.startsWith("/") ? t("checkout.hosted-next") : t("checkout.hosted-host", { host: new URL(link).host });
}

/** Payment instructions if the shop confirms each payment by hand. */
export function describeConfirmedByHand(amount: number, payee: UpiPayee | null) {
  if (!payee) return t("checkout.payByHand", { amount: formatMoney(amount) });
  const named = payee.name ? `${payee.name} (${payee.id})` : payee.id;
  return t("checkout.payByHandTo", { amount: formatMoney(amount), payee: named });
}
