import type { Order } from "../../app/commerce/types.ts";
import { payableLink } from "../../app/tenant/urls.ts";
import { TenantSchema } from "../../config/brand/schema.ts";
import { breaks, type Finding } from "./judge.ts";
import type { Run } from "./run.ts";

/** The names on the wire. */
const NAMES = { phonepe: "phonePe", paytm: "paytm", gpay: "gpay", other: "other", hosted: "orderLink" } as const;
const UNUSABLE = "is not offered: must be an https page, or a UPI app's link over the order's amount in INR";

/** Finds links that the storefront does not offer, even if the brand allows every https page. */
export function checkLinks(run: Run, { amount, links }: Pick<Order, "amount" | "links">): Finding[] {
  const pages = Object.values(links).flatMap((link) => (URL.canParse(link) ? new URL(link) : []));
  const redirectOrigins = pages.filter(({ protocol }) => protocol === "https:").map(({ origin }) => origin);
  const tenant = TenantSchema.parse({ id: "conform", hostnames: ["shop.conform.test"], redirectOrigins });
  return (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((method) => {
    const isUsable = !links[method] || payableLink(links[method], amount, tenant, run.options.shop);
    return isUsable ? [] : [breaks([...(method === "hosted" ? [] : ["paymentLinks"]), NAMES[method]], UNUSABLE)];
  });
}
