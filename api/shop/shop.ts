import type { Logger } from "pino";

import type { Channel } from "../../config/brand/messages.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import type { Tracing } from "../../config/process/tracing.ts";
import type { Clock } from "../base/clock.ts";
import type { OneAtATime } from "../concurrency/one-at-a-time.ts";
import type { TenantDatabase } from "../db/database.ts";
import type { TenantKeys } from "../domain/keys.ts";
import type { Passwords } from "../domain/passwords.ts";
import type { Limits } from "../limits/limits.ts";
import type { LoginLimiter } from "../limits/login-limiter.ts";
import type { Rasterise } from "../media/rasterise.ts";
import type { Alarms } from "../monitoring/alarms.ts";
import type { MessageCounts } from "../monitoring/message-counts.ts";
import type { SaleCounts } from "../monitoring/sale-counts.ts";
import type { Trail } from "../ports/audit.ts";
import type { Gateway } from "../ports/gateway.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Messenger } from "../ports/messenger.ts";
import type { VoucherSupplier } from "../ports/voucher-supplier.ts";
import type { Sender } from "../remote/send-request.ts";
import type { MorningReader } from "../repositories/staff/members.ts";

/**
 * The dependencies of one tenant's routers. A Router is built from a Shop and mounted at /TENANT_ID. So no handler looks up a
 * tenant, and none can reach another tenant's data.
 */
export type Shop = {
  tenant: Tenant;
  db: TenantDatabase;
  /** True if the staff may name addresses on this machine, because no brand of the deployment can be reached from another one. */
  isLoopbackAllowed(): boolean;
  /** True if so many changes of a shopper wait that another one would be refused. */
  isShopperBusy(userId: string): boolean;
  clock: Clock;
  log: Logger;
  /** The gateway for new payments. */
  payments: Gateway;
  /** The sandbox of a brand that has changed to a gateway; undefined if it is `payments`. */
  sandbox?: Gateway;
  mailer: Mailer;
  /** The providers of messages to phones, by channel. */
  messengers: ReadonlyMap<Channel, Messenger>;
  /** Sends events to the operator's own systems. Shared by all tenants of the process. */
  sender: Sender;
  /** The brand's voucher suppliers, by their names in tenant.json. */
  suppliers: ReadonlyMap<string, VoucherSupplier>;
  keys: TenantKeys;
  /** Its threads and their queue are shared by all tenants of the process. */
  passwords: Passwords;
  /** Shared by all tenants of the process. */
  rasterise: Rasterise;
  /** The queue of all work with pictures in the process. */
  drawInTurn: OneAtATime;
  limits: Limits;
  loginLimiter: LoginLimiter;
  /** Shared by all tenants of the process. */
  alarms: Alarms;
  /** Shared by all tenants of the process. */
  messageCounts: MessageCounts;
  /** Shared by all tenants of the process. */
  saleCounts: SaleCounts;
  /** The origin of the storefront, as providers of messages reach it. */
  publicOrigin: string;
  /** The e-mail addresses of the brand owners; none, with a line in the log, while the staff's database is unavailable. */
  listOwners(): Promise<string[]>;
  /** When the last backup began (ms), known again every ten minutes; null for none, or without the staff's database. */
  findLastBackup(): Promise<number | null>;
  /** The members who get the morning mail. @throws while the staff's database is unavailable */
  listMorningReaders(): Promise<MorningReader[]>;
  /** Opens the staff's audit, for actions of members that a job performs. @throws while the staff's database is unavailable */
  openTrail(): Promise<Trail>;
  /** Makes the traces of background work; absent without a collector. */
  tracing?: Tracing;
};
