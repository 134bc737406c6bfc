import { pino } from "pino";

import type { Databases } from "../../../api/db/database.ts";
import type { Key } from "../../../api/domain/keys.ts";
import { defaultLimits } from "../../../api/limits/limits.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { createShopRegistry } from "../../../api/tenancy/shop-registry.ts";
import { TenantSchema } from "../../../config/brand/schema.ts";

type Options = { tenant?: string; dataKeys?: Key[]; log?: (line: string) => void };

/** Opens one shop over databases of a test, for `use`, without HTTP, and closes it again. */
export async function withTestShop<T>(
  databases: Databases,
  { tenant = "acme", dataKeys = [{ id: "1", bytes: Buffer.alloc(32, 7) }], log = () => {} }: Options,
  use: (shop: Shop) => Promise<T>,
): Promise<T> {
  const shops = createShopRegistry({
    databases,
    clock: { now: () => Date.UTC(2026, 0, 15, 6, 30) },
    log: pino({ level: "debug" }, { write: log }),
    dataKeys,
    limits: defaultLimits,
    createMailer: () => ({ send: async () => {} }),
    workers: false,
  });
  await shops.replace([TenantSchema.parse({ id: tenant, hostnames: [`${tenant}.localhost`] })]);
  const shop = await shops.open(tenant);
  return use(shop).finally(() => shops.close());
}
