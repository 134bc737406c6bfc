import { join } from "node:path";

import { tryGateway } from "../../api/setup/try-gateway.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import type { SecretValues } from "../../config/brand/secrets.ts";
import type { Finding } from "./finding.ts";

/** Tries a brand's credentials at its gateway. @returns findings of `awning check` */
export async function checkBrandPayments(tenant: Tenant, dir: string, secrets: SecretValues): Promise<Finding[]> {
  if (tenant.payments === undefined || tenant.api.url !== "embedded") return [];
  const at = { file: join(dir, tenant.id, "tenant.json"), field: "payments" };
  const findings = await tryGateway(tenant.id, tenant.payments, secrets);
  return findings
    .filter(({ level }) => level !== "ok")
    .map(({ level, text }) => ({ ...at, reason: text, ...(level === "warning" && { isRemark: true }) }));
}
