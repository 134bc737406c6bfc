import { isLoopbackHostname } from "../../config/brand/loopback.ts";
import type { Tenant } from "../../config/brand/schema.ts";

/**
 * True for a URL on the tenant's origin or one of its hostnames. Payers' browsers and gateways' notifications may be sent only to
 * such URLs. Plain http is allowed only as the tenant's origin, or on loopback, where any port may be in use.
 */
export function isOwnUrl(tenant: Pick<Tenant, "hostnames" | "origin">, value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(value);
  if (username !== "" || password !== "") return false;
  if (origin === tenant.origin) return true;
  if (!tenant.hostnames.includes(hostname)) return false;
  if (isLoopbackHostname(hostname)) return protocol === "http:" || protocol === "https:";
  return protocol === "https:" && port === "";
}
