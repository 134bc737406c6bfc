import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findBookDifferences } from "../../api/books.ts";
import type { TenantDatabase } from "../../api/db/database.ts";
import { createCli, type Cli } from "../helpers/cli.ts";
import { startTestApi, type TestApi } from "../helpers/test-api.ts";
import { createTestDatabases, engines } from "../helpers/test-database.ts";
import { createShopper, notify, place as placeOrder, startOrder, stockUp } from "../helpers/test-orders.ts";

describe.each(engines)("backup and restore on %s", { timeout: 120_000 }, (engine) => {
  let api: TestApi;
  let backup: string;
  let atBackup: Rows;
  /** Another machine, where there is nothing yet. */
  let other: Awaited<ReturnType<typeof createTestDatabases>>;
  let cli: Cli;

  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 10);
    const { payment } = await startOrder(api);
    await notify(api, payment);
    await startOrder(api); // one that waits for its money
    const here = createCli(api.storage, { acme: {}, globex: {} });
    backup = join(api.storage.dataDir, "acme.backup");
    // The shop runs and is written to meanwhile.
    const { token } = await createShopper(api, { coins: 10 });
    const [printed] = await Promise.all([here.ok("backup", "acme", backup), placeOrder(api, token)]);
    expect(printed).toBe(`acme is in ${backup}.\n`);
    atBackup = await rowsOf(api.shop().db);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    other = await createTestDatabases(engine);
    cli = createCli(other, { acme: {}, globex: {} });
  });
  afterEach(async () => {
    await other.databases.close();
    await other.drop();
  });

  type Rows = Record<string, unknown[]>;
  const TABLES = [
    "users",
    "orders",
    "order_items",
    "payments",
    "payment_events",
    "vouchers",
    "coin_entries",
    "coin_lots",
  ];

  /** What must not be lost, by table. */
  async function rowsOf({ read }: TenantDatabase): Promise<Rows> {
    const rows = TABLES.map(async (table) => {
      const found = await read
        .selectFrom(table as "users")
        .selectAll()
        .execute();
      return [table, found.map((row) => JSON.stringify(row)).sort()];
    });
    return Object.fromEntries(await Promise.all(rows));
  }

  test("[OPS-12] what was there when it was made is there again, and the books add up", async () => {
    expect(statSync(backup).mode & 0o077).toBe(0);
    expect(await cli.ok("restore", "acme", backup)).toBe(`acme is what ${backup} holds.\n`);
    expect(await cli.ok("reconcile", "acme")).toBe("acme: 0 differences\n");
    const db = await other.databases.open("acme");
    const restored = await rowsOf(db);
    // The order that was placed meanwhile may be in it or not, but not in part.
    expect(await findBookDifferences({ db })).toEqual([]);
    for (const table of TABLES) {
      expect(atBackup[table]).toEqual(expect.arrayContaining(restored[table]!));
      expect(atBackup[table]!.length - restored[table]!.length).toBeLessThanOrEqual(1);
    }
    expect(restored.vouchers).toEqual(atBackup.vouchers);
    expect(restored.payment_events).toEqual(atBackup.payment_events);
    expect(restored.vouchers).toHaveLength(10);
    await db.close();
  });

  test("[OPS-12] data that are there already are set aside, and only when that is wished", async () => {
    const db = await other.databases.open("acme");
    await db.transaction((tx) => sql`insert into ${table("budgets")} values ('kept', 1, 2)`.execute(tx));
    await db.close();
    await other.databases.close();
    const refused = await cli.run(["restore", "acme", backup]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("--replace") });
    expect(await cli.ok("restore", "acme", backup, "--replace")).toMatch(/What it had is kept as \S+/);
    expect(await cli.ok("reconcile", "acme")).toBe("acme: 0 differences\n");
    other = { ...other, databases: { open: other.databases.open, close: async () => {} } };
  });

  test("[OPS-12] a backup that is damaged, of another brand, or sealed with another key is refused, and nothing changes", async () => {
    const damaged = join(other.dataDir, "damaged.backup");
    const bytes = readFileSync(backup);
    writeFileSync(damaged, bytes.subarray(0, Math.floor(bytes.length / 2)));
    const otherKey = { env: { DATA_KEY: Buffer.alloc(32, 9).toString("base64") } };
    const tries = {
      damaged: await cli.run(["restore", "acme", damaged]),
      "another brand's": await cli.run(["restore", "globex", backup]),
      "another key's": await cli.run(["restore", "acme", backup], otherKey),
      missing: await cli.run(["restore", "acme", join(other.dataDir, "none")]),
    };
    for (const [what, ran] of Object.entries(tries)) expect([what, ran.code, ran.stdout]).toEqual([what, 1, ""]);
    expect(tries["another key's"].stderr).toContain("DATA_KEY");
    // Nothing is in the way of the right one.
    expect(await cli.ok("restore", "acme", backup)).toBe(`acme is what ${backup} holds.\n`);
  });

  test("[OPS-12] a backup overwrites nothing", async () => {
    const here = createCli(api.storage, { acme: {}, globex: {} });
    const before = readFileSync(backup);
    expect((await here.run(["backup", "acme", backup])).code).toBe(1);
    expect(readFileSync(backup).equals(before)).toBe(true);
  });

  const table = (name: string) => sql.table(engine === "postgres" ? `awning_acme.${name}` : name);
});
