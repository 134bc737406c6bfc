import type { Logger } from "pino";

import { isLoopbackDemo } from "../../config/brand/loopback.ts";
import { canonicalOrigin, urlBeside } from "../../config/brand/origin.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import type { SecretValues } from "../../config/brand/secrets.ts";
import type { FairQueue } from "../concurrency/fair-queue.ts";
import { createTenantKeys, type Key } from "../domain/keys.ts";
import { createPasswords, type Derive } from "../domain/passwords.ts";
import type { LoginLimiter } from "../limits/login-limiter.ts";
import { createMessengers } from "../messengers/create-messengers.ts";
import { createLastBackup } from "../monitoring/last-backup.ts";
import type { Mailer } from "../ports/mailer.ts";
import { keepInMailbox } from "../sandbox/mailbox.ts";
import type { Shop } from "../shop/shop.ts";
import { createSuppliers } from "../suppliers/create-suppliers.ts";
import { createGateways } from "./create-gateways.ts";
import type { StaffLookup } from "./look-up-staff.ts";
import type { Connected } from "./on-demand-shop.ts";

/** The parts that all shops of a process share. */
type Shared = Pick<
  Shop,
  | "clock"
  | "limits"
  | "rasterise"
  | "drawInTurn"
  | "sender"
  | "alarms"
  | "messageCounts"
  | "saleCounts"
  | "tracing"
  | "isLoopbackAllowed"
>;

type Options = {
  shared: Shared;
  log: Logger;
  dataKeys: Key[];
  derive: Derive;
  hashes: FairQueue;
  createMailer(tenant: Tenant): Mailer;
  staff: StaffLookup;
  secrets: SecretValues;
  storefrontOrigin: string | undefined;
};

/** Assembles the services of a brand whose database is open. */
export function createShop(
  { shared, log, dataKeys, derive, hashes, createMailer, staff, ...options }: Options,
  tenant: Tenant,
  { db, isShopperBusy }: Connected,
  loginLimiter: LoginLimiter,
): Shop {
  const keys = createTenantKeys(dataKeys, tenant.id);
  const folder = createMailer(tenant);
  const { secrets, storefrontOrigin } = options;
  const { clock } = shared;
  const mailer = isLoopbackDemo(tenant) ? keepInMailbox({ tenantId: tenant.id, db, keys, clock }, folder) : folder;
  return {
    ...shared,
    tenant,
    db,
    isShopperBusy,
    log: log.child({ tenant: tenant.id }),
    keys,
    passwords: createPasswords({ derive, takeTurn: (net, hash) => hashes.run({ brand: tenant.id, net }, hash) }),
    listOwners: () =>
      staff.listOwners(tenant.id).catch((error: unknown) => {
        log.error({ err: error, tenant: tenant.id }, "the brand's owners cannot be read: they get no mail");
        return [];
      }),
    findLastBackup: createLastBackup(() => staff.findLastBackup(tenant.id), {
      clock,
      log: log.child({ tenant: tenant.id }),
    }),
    listMorningReaders: () => staff.listMorningReaders(tenant.id),
    openTrail: () => staff.openTrail(),
    loginLimiter,
    suppliers: createSuppliers(tenant, { secrets, clock }),
    ...createGateways(tenant, { db, clock, log, keys, secrets, storefrontOrigin }),
    mailer,
    publicOrigin: toPublicOrigin(tenant, storefrontOrigin),
    messengers: createMessengers(tenant, { secrets, clock, outbox: mailer }),
  };
}

/** Loopback names get the port of the storefront, which the brand's files do not contain. */
const toPublicOrigin = (tenant: Tenant, storefront: string | undefined) => {
  const origin = canonicalOrigin(tenant);
  return storefront === undefined ? origin : urlBeside(origin, new URL(storefront)).origin;
};
