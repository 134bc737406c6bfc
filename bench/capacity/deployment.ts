import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";

import type { Shop } from "../../api/shop/shop.ts";
import { freePort } from "../../tests/helpers/http/free-port.ts";
import { withBrand } from "../brand.ts";
import { onPostgres } from "../databases.ts";
import { childOf, Program, residentBytesOf, STOREFRONT } from "../program.ts";
import { SECRET } from "../shop.ts";
import type { Row } from "../table.ts";
import { createBrand, fill, PASSWORD } from "./brands.ts";
import { createMeter, type Meter } from "./measure-steps.ts";
import { cpuMicrosOf, meterPostgres, readLog, sizeOf } from "./meters.ts";
import { createShopper, type Shopper } from "./visits.ts";

export type Deployment = {
  /** Takes `count` shoppers of a brand who have not visited it yet. */
  take(brand: string, count: number): Shopper[];
  meter: Meter;
  /** The size of the database in bytes. */
  readSize(): Promise<number>;
  /** The resident memory of both programs in bytes. */
  readMemory(): { storefront: number; api: number };
};

type Options = {
  /** The number of shoppers by brand. */
  shoppers: Record<string, number>;
  /** Runs on the shop of each brand before the programs start. */
  prepare?: (shop: Shop) => Promise<void>;
};

/** Measures on one storefront, one API and a new PostgreSQL database, with brands like aurora that have stock and shoppers. */
export const onDeployment = (options: Options, measure: (deployment: Deployment) => Promise<Row[]>) =>
  onPostgres(async (url) => {
    const folder = mkdtempSync(join(tmpdir(), "awning-bench-"));
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return await start(options, { folder, url, client }, measure);
    } finally {
      await client.end();
      rmSync(folder, { recursive: true, force: true });
    }
  });

async function start(
  { shoppers, prepare }: Options,
  { folder, url, client }: { folder: string; url: string; client: Client },
  measure: (deployment: Deployment) => Promise<Row[]>,
): Promise<Row[]> {
  const values = {
    DATA_DIR: join(folder, "data"),
    TENANTS_DIR: join(folder, "tenants"),
    DATA_KEY: randomBytes(32).toString("base64"),
    COMMERCE_API_PORT: String(await freePort()),
    DATABASE_URL: url,
    SESSION_SECRET: SECRET,
    LOG_LEVEL: "info",
  };
  const brands = Object.keys(shoppers);
  for (const id of brands) createBrand(values.TENANTS_DIR, id);
  const emails: Record<string, string[]> = {};
  for (const id of brands)
    emails[id] = await withBrand(
      values,
      async (shop) => {
        await prepare?.(shop);
        return fill(shop, shoppers[id]!);
      },
      id,
    );

  await using program = await Program.start(STOREFRONT, { env: values, host: `${brands[0]}.localhost`, core: null });
  const apiPid = childOf(program.pid);
  const database = new URL(url).pathname.slice(1);
  using postgres = meterPostgres(database);
  const all: Shopper[] = [];
  return await measure({
    take(brand, count) {
      const origin = `http://${brand}.localhost:${program.port}`;
      const taken = emails[brand]!.splice(0, count).map((email) => createShopper(origin, email, PASSWORD));
      all.push(...taken);
      return taken;
    },
    meter: createMeter(async () => ({
      storefront: cpuMicrosOf(program.pid),
      api: cpuMicrosOf(apiPid),
      database: postgres.cpuMicros(),
      sentBytes: all.flatMap(({ sizes }) => sizes).reduce((total, size) => total + size, 0),
      ...(await readLog(client)),
    })),
    readSize: () => sizeOf(client, database),
    readMemory: () => ({ storefront: residentBytesOf(program.pid), api: residentBytesOf(apiPid) }),
  });
}
