import type { Logger } from "pino";
import type { Tenant } from "../tenants/schema.ts";
import type { Clock } from "./clock.ts";
import type { Databases } from "./db/database.ts";
import { createPasswords } from "./domain/passwords.ts";
import { createTenantKeys, type Key } from "./keys.ts";
import type { Limits } from "./limits.ts";
import { createLoginLimiter } from "./login-limiter.ts";
import type { Shop } from "./shop.ts";

type Options = {
  databases: Databases;
  clock: Clock;
  log: Logger;
  dataKeys: Key[];
  limits: Limits;
  dataDir: string;
  smtpUrl?: string;
};

/** The open shops of one process. */
export type Shops = {
  /** Makes `tenants` the ones that are served: opens (creates, migrates, seeds) new ones, closes those that left. */
  replace(tenants: Tenant[]): Promise<Shop[]>;
  close(): Promise<void>;
};

/** How long a shop that left stays open for the requests that are under way. */
const LINGER_MS = 30_000;

type OpenShop = { shop: Shop; stop(): Promise<void> };

export function createShops({ databases, clock, log, dataKeys, limits, dataDir, smtpUrl }: Options): Shops {
  const passwords = createPasswords();
  let open = new Map<string, OpenShop>();

  async function openShop(tenant: Tenant, previous: Shop | undefined): Promise<OpenShop> {
    const common = {
      tenant,
      db: previous?.db ?? (await databases.open(tenant.id)),
      clock,
      log: log.child({ tenant: tenant.id }),
      keys: createTenantKeys(dataKeys, tenant.id),
    };
    const shop = {
      ...common,
      passwords,
      limits,
      loginLimiter: previous?.loginLimiter ?? createLoginLimiter(limits),
      payments: undefined as never,
      mailer: undefined as never,
    };
    return { shop, stop: async () => {} };
  }

  return {
    async replace(tenants) {
      const next = new Map<string, OpenShop>();
      for (const tenant of tenants) {
        const before = open.get(tenant.id);
        await before?.stop();
        next.set(tenant.id, await openShop(tenant, before?.shop));
      }
      for (const [id, { shop, stop }] of open) {
        if (next.has(id)) continue;
        await stop();
        setTimeout(() => void shop.db.close(), LINGER_MS).unref();
      }
      open = next;
      return [...next.values()].map(({ shop }) => shop);
    },

    async close() {
      for (const { shop, stop } of open.values()) {
        await stop();
        await shop.db.close();
      }
      open = new Map();
    },
  };
}
