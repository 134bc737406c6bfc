import { findConsole } from "../../config/brand/console-site.ts";
import { findExposures } from "../../config/brand/exposure.ts";
import { isPublic } from "../../config/brand/loopback.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import type { BrandsFolder } from "../staff/staff.ts";

/** The fields of findExposures in words. */
const WORDS: Record<string, string> = {
  origin: "The address of the shop",
  payments: "The payment gateway",
  "payments.gateway": "The payment gateway",
  "payments.url": "The gateway's address",
  "payments.environment": "The gateway's environment",
  "suppliers.url": "A supplier's address",
  "suppliers.environment": "A supplier's environment",
  seed: "The demo data",
};

/**
 * The obstacles that would keep a new brand closed, stop the next start or close the console, in words.
 * @param others the brands that are served
 */
export function findObstacles(tenant: Tenant, others: Tenant[], folder: BrandsFolder): string[] {
  const console = findConsole(folder.consoleHostname, others);
  return [
    ...(tenant.hostnames.some((hostname) => hostname === console) ? [`${console} is the console's hostname`] : []),
    ...findExposures(tenant, folder.dir, folder.deployment).map(
      ({ field, reason }) => `${WORDS[field] ?? field} ${reason}`,
    ),
    ...(isPublic(tenant) && !folder.hasDataKey ? ["DATA_KEY is missing, which seals what a public brand stores"] : []),
  ];
}
