import type { Payments } from "../../../config/brand/schema.ts";

export const NAME = "PhonePe";

/** The base URLs for tokens and for the payment gateway itself. */
export function basesOf({ url, environment }: Extract<Payments, { gateway: "phonepe" }>) {
  if (url === undefined && environment === "live")
    return { token: "https://api.phonepe.com/apis/identity-manager", gateway: "https://api.phonepe.com/apis/pg" };
  const base = `${(url ?? "https://api-preprod.phonepe.com").replace(/\/$/, "")}/apis/pg-sandbox`;
  return { token: base, gateway: base };
}
