import { sql } from "kysely";
import { pino } from "pino";
import { expect, test } from "vitest";

import { type Databases, isLockTimeout } from "../../../api/db/database.ts";
import { defaultLimits } from "../../../api/limits/limits.ts";
import { createShopRegistry } from "../../../api/tenancy/shop-registry.ts";
import { TenantSchema } from "../../../config/brand/schema.ts";
import { createTestDatabases } from "../../helpers/database/test-database.ts";

const tenants = ["slow", "quick"].map((id) => TenantSchema.parse({ id, hostnames: [`${id}.localhost`] }));
const MINUTE = 60_000;

/** Shops whose brand `slow` another program migrates for `minutes`, and what they asked of their databases. */
async function startBeside(minutes: number) {
  const place = await createTestDatabases("sqlite");
  const asked: string[][] = [];
  const logged: string[] = [];
  let now = 0;
  const databases: Databases = {
    ...place.databases,
    async prepare(ids) {
      asked.push(ids);
      if (!ids.includes("slow")) return place.databases.prepare(ids);
      now += MINUTE; // in place of the ten seconds of lock_timeout
      const isFree = now > minutes * MINUTE;
      const failed = await place.databases.prepare(isFree ? ids : ids.filter((id) => id !== "slow"));
      const error = Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" });
      return isFree ? failed : failed.set("slow", error);
    },
  };
  const shops = createShopRegistry({
    databases,
    clock: { now: () => now },
    log: pino({ level: "warn" }, { write: (line: string) => void logged.push(line) }),
    dataKeys: [{ id: "1", bytes: Buffer.alloc(32, 7) }],
    limits: defaultLimits,
    createMailer: () => ({ send: async () => {} }),
    workers: false,
  });
  return {
    shops,
    asked,
    listLogged: () => logged.map((line) => JSON.parse(line) as { msg: string; tenants?: string[]; tenant?: string }),
    async end() {
      await shops.close();
      await place.databases.close();
      await place.drop();
    },
  };
}

const WAITS = "another program migrates these brands: the start waits for it";

test("a start waits for a brand that another program migrates, and says so [OPS-07]", async () => {
  const { shops, asked, listLogged, end } = await startBeside(2);
  await shops.replace(tenants);
  expect(asked).toEqual([["slow", "quick"], ["slow"], ["slow"]]);
  expect(listLogged()).toEqual([
    expect.objectContaining({ msg: WAITS, tenants: ["slow"] }),
    expect.objectContaining({ msg: WAITS, tenants: ["slow"] }),
  ]);
  await shops.open("slow");
  await end();
});

test("a start waits five minutes at most, and goes on without the brand", async () => {
  const { shops, asked, listLogged, end } = await startBeside(Infinity);
  await shops.replace(tenants);
  expect(asked).toHaveLength(6);
  expect(listLogged().at(-1)).toMatchObject({ tenant: "slow", msg: "brand slow cannot be opened: it answers 503" });
  await shops.open("quick");
  await end();
});

test("a reload of a running program waits for no migration", async () => {
  const { shops, asked, end } = await startBeside(Infinity);
  await shops.replace(tenants.slice(1));
  await shops.replace(tenants);
  expect(asked).toEqual([["quick"], ["slow"]]);
  await end();
});

test("PostgreSQL's error about a lock that nobody released is told from others", async () => {
  const place = await createTestDatabases("postgres");
  const [holding, waiting] = [await place.databases.open("acme"), await place.databases.connect("acme")];
  await holding.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(tx);
    const late = waiting.transaction(async (other) => {
      await sql`set local lock_timeout = 1`.execute(other);
      await sql`select pg_advisory_xact_lock(1)`.execute(other);
    });
    expect(await late.catch(isLockTimeout)).toBe(true);
  });
  expect(await sql`select 1 / 0`.execute(holding.read).catch(isLockTimeout)).toBe(false);
  await place.databases.close();
  await place.drop();
});
