import type { Logger } from "pino";

import type { Tenant } from "../config/schema.ts";
import type { Clock } from "./clock.ts";
import type { TenantDatabase } from "./db/database.ts";
import type { TenantKeys } from "./domain/keys.ts";
import type { Passwords } from "./domain/passwords.ts";
import type { Limits } from "./limits/limits.ts";
import type { LoginLimiter } from "./limits/login-limiter.ts";
import type { Rasterise } from "./media/rasterise.ts";
import type { Alarms } from "./monitoring/alarms.ts";
import type { Mailer } from "./ports/mailer.ts";
import type { PaymentGateway } from "./ports/payment-gateway.ts";
import type { VoucherSource } from "./ports/voucher-source.ts";

/**
 * Everything that one tenant's routers need. A Router is built from a Shop and mounted at /TENANT_ID, so that no
 * handler ever looks a tenant up and none can reach another's data.
 */
export type Shop = {
  tenant: Tenant;
  db: TenantDatabase;
  clock: Clock;
  log: Logger;
  payments: PaymentGateway;
  mailer: Mailer;
  /** Where vouchers come from; absent: the shop's own stock. */
  vouchers?: VoucherSource;
  keys: TenantKeys;
  /** Shared by all tenants of the process. */
  passwords: Passwords;
  /** Shared by all tenants of the process. */
  rasterise: Rasterise;
  limits: Limits;
  loginLimiter: LoginLimiter;
  /** Shared by all tenants of the process. */
  alarms: Alarms;
};
