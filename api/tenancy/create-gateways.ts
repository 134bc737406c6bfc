import type { Logger } from "pino";

import type { Payments, Tenant } from "../../config/brand/schema.ts";
import { createSecrets, type SecretValues } from "../../config/brand/secrets.ts";
import type { Clock } from "../base/clock.ts";
import type { TenantDatabase } from "../db/database.ts";
import type { TenantKeys } from "../domain/keys.ts";
import { CASHFREE_SECRETS, createCashfreeGateway } from "../gateways/cashfree/gateway.ts";
import { createPhonePeGateway, PHONEPE_SECRETS } from "../gateways/phonepe/gateway.ts";
import { createRazorpayGateway, RAZORPAY_SECRETS } from "../gateways/razorpay/gateway.ts";
import { createVpaGateway } from "../gateways/vpa/vpa-gateway.ts";
import type { Gateway } from "../ports/gateway.ts";
import { createSandboxGateway } from "../sandbox/gateway.ts";
import type { Shop } from "../shop/shop.ts";

/** The names of the secrets of each gateway. */
export const GATEWAY_SECRETS: Record<Payments["gateway"], string[]> = {
  razorpay: RAZORPAY_SECRETS,
  cashfree: CASHFREE_SECRETS,
  phonepe: PHONEPE_SECRETS,
  vpa: [],
};

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

function createGateway(tenant: Tenant, settings: Payments, parts: Parts): Gateway {
  const { db, clock } = parts;
  return settings.gateway === "vpa"
    ? createVpaGateway({ settings, db, clock })
    : createRemoteGateway(tenant.id, settings, parts);
}

/** The settings of a remote gateway. */
export type RemotePayments = Exclude<Payments, { gateway: "vpa" }>;

/** A brand's remote gateway, which does not need the brand's shop. */
export function createRemoteGateway(
  tenantId: string,
  settings: RemotePayments,
  { clock, log, secrets }: Pick<Parts, "clock" | "log" | "secrets">,
): Gateway {
  const options = { brand: tenantId, secrets: createSecrets(secrets, "PAYMENTS", tenantId), clock, log };
  switch (settings.gateway) {
    case "razorpay":
      return createRazorpayGateway({ ...options, settings });
    case "cashfree":
      return createCashfreeGateway({ ...options, settings });
    case "phonepe":
      return createPhonePeGateway({ ...options, settings });
  }
}
