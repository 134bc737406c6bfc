import type { Logger } from "pino";

import type { Tenant } from "../../config/schema.ts";
import type { Clock } from "../clock.ts";
import type { TenantDatabase } from "../db/database.ts";
import type { TenantKeys } from "../domain/keys.ts";
import type { Gateway } from "../ports/gateway.ts";
import { createSandboxGateway } from "../sandbox/gateway.ts";
import { createSecrets, type SecretValues } from "../secrets.ts";
import type { Shop } from "../shop.ts";
import { createVpaGateway } from "./vpa/vpa-gateway.ts";

type Parts = {
  db: TenantDatabase;
  clock: Clock;
  log: Logger;
  keys: TenantKeys;
  secrets: SecretValues;
  storefrontOrigin?: string;
};

/** The brand's gateway, and the sandbox for payments that were begun before it had one. */
export function createGateways(tenant: Tenant, parts: Parts): Pick<Shop, "payments" | "sandbox"> {
  const sandbox = createSandboxGateway(parts);
  return tenant.payments === undefined
    ? { payments: sandbox }
    : { payments: createGateway(tenant, tenant.payments, parts), sandbox };
}

function createGateway(
  { id }: Tenant,
  settings: NonNullable<Tenant["payments"]>,
  { db, clock, log, secrets }: Parts,
): Gateway {
  const options = { secrets: createSecrets(secrets, "PAYMENTS", id), clock, log };
  switch (settings.gateway) {
    case "vpa":
      return createVpaGateway({ settings, db, clock });
    default:
      throw new Error(`${settings.gateway} ${Object.keys(options).length}`);
  }
}
