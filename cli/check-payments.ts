import { join } from "node:path";

import { pino } from "pino";

import { systemClock } from "../api/clock.ts";
import type { GatewayFinding } from "../api/ports/gateway.ts";
import type { SecretValues } from "../api/secrets.ts";
import { createRemoteGateway } from "../api/shop/create-gateways.ts";
import type { Payments, Tenant } from "../config/schema.ts";
import type { Finding } from "./finding.ts";

/** Tries a brand's credentials at its gateway with harmless calls. */
export async function checkPayments(
  tenantId: string,
  settings: Payments,
  secrets: SecretValues,
): Promise<GatewayFinding[]> {
  if (settings.gateway === "vpa") return [{ level: "ok", text: `payments go to ${settings.vpa}; you confirm each` }];
  const parts = { clock: systemClock, log: pino({ level: "silent" }), secrets };
  return (await createRemoteGateway(tenantId, settings, parts).check?.()) ?? [];
}

/** The same as findings of `awning check`. */
export async function checkBrandPayments(tenant: Tenant, dir: string, secrets: SecretValues): Promise<Finding[]> {
  if (tenant.payments === undefined || tenant.api.url !== "embedded") return [];
  const at = { file: join(dir, tenant.id, "tenant.json"), field: "payments" };
  const findings = await checkPayments(tenant.id, tenant.payments, secrets);
  return findings
    .filter(({ level }) => level !== "ok")
    .map(({ level, text }) => ({ ...at, reason: text, ...(level === "warning" && { isRemark: true }) }));
}
