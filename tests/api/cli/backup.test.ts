import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import type { TenantDatabase } from "../../../api/db/database.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, place as placeOrder, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { createTestDatabases, engines } from "../../helpers/database/test-database.ts";

/** In bytes: more than a brand of these tests has. */
const MAX_BACKUP = 16 * 1024 * 1024;
/** Of a command's process, beside its settings. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
const OWN = { PATH, NODE_COMPILE_CACHE };

describe.each(engines)("backup and restore on %s", (engine) => {
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
    expect(printed).toBe(`Backed up acme to ${backup}.\n`);
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

  test("restore the state of the backup, and the books add up [OPS-12]", async () => {
    expect(statSync(backup).mode & 0o077).toBe(0);
    expect(readdirSync(api.storage.dataDir).filter((name) => /^\.|partial$/.test(name))).toEqual([]);
    expect(await cli.ok("restore", "acme", backup)).toBe(`Restored acme from ${backup}.\n`);
    expect(await cli.ok("reconcile", "acme")).toBe("acme: 0 differences\n");
    const db = await other.databases.open("acme");
    const restored = await rowsOf(db);
    // The order that was placed meanwhile may be in it or not, but not in part.
    expect(await auditLedger({ db })).toEqual([]);
    for (const table of TABLES) {
      expect(atBackup[table]).toEqual(expect.arrayContaining(restored[table]!));
      expect(atBackup[table]!.length - restored[table]!.length).toBeLessThanOrEqual(1);
    }
    expect(restored.vouchers).toEqual(atBackup.vouchers);
    expect(restored.payment_events).toEqual(atBackup.payment_events);
    expect(restored.vouchers).toHaveLength(10);
    await db.close();
  });

  test("of every brand and the staff are files with their times; old ones go once there is a new one", async () => {
    const here = createCli(api.storage, { acme: {}, globex: {} });
    const folder = join(api.storage.dataDir, "daily");
    mkdirSync(folder);
    const names = ["acme-2020-01-01T0000Z.backup", "acme-notes.backup", "acme-2-2020-01-01T0000Z.backup"];
    for (const name of names) writeFileSync(join(folder, name), "");
    const printed = await here.ok("backups", folder, "--keep", "14");
    const listed = (brand: string) => readdirSync(folder).filter((name) => name.startsWith(`${brand}-`));
    expect(listed("acme")).toEqual([
      "acme-2-2020-01-01T0000Z.backup",
      expect.stringMatching(/^acme-\d{4}-\d\d-\d\dT\d{4}Z\.backup$/),
      "acme-notes.backup",
    ]);
    expect([listed("globex").length, printed.match(/^Backed up (acme|globex) to /gm)]).toEqual([
      1,
      ["Backed up acme to ", "Backed up globex to "],
    ]);
    expect(await cli.ok("restore", "acme", join(folder, listed("acme")[1]!))).toMatch(/^Restored acme/);
    const entries = await here.ok("audit", "list", "--brand", "acme");
    expect(entries.match(/ backup /g)!.length).toBeGreaterThan(0);
  });

  test("go on with the other brands if one fails, keep its old files, and end with 1", async () => {
    const here = createCli(api.storage, { acme: {}, globex: {} });
    const folder = join(api.storage.dataDir, "broken");
    mkdirSync(folder);
    const old = "acme-2020-01-01T0000Z.backup";
    writeFileSync(join(folder, old), "");
    const now = new Date().toISOString().slice(0, 15);
    // Its file of these ten minutes is there, and a backup never overwrites one.
    for (const minute of "0123456789") writeFileSync(join(folder, `acme-${now.replace(":", "")}${minute}Z.backup`), "");
    const ran = await here.run(["backups", folder, "--keep", "14"]);
    expect([ran.code, ran.stdout]).toEqual([1, expect.stringMatching(/Backed up globex to .+\n/)]);
    expect(ran.stderr).toMatch(/^awning: acme has no backup: .+ already exists/m);
    expect(readdirSync(folder)).toContain(old);
    expect(await here.run(["backups", folder, "--keep", "soon"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not "soon"'),
    });
  });

  test("set existing data aside, and only on request [OPS-12]", async () => {
    const db = await other.databases.open("acme");
    await db.transaction((tx) => sql`insert into ${table("budgets")} values ('kept', 1, 2)`.execute(tx));
    await db.close();
    await other.databases.close();
    const refused = await cli.run(["restore", "acme", backup]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("--replace") });
    expect(await cli.ok("restore", "acme", backup, "--replace")).toMatch(/The old data is kept as \S+/);
    expect(await cli.ok("reconcile", "acme")).toBe("acme: 0 differences\n");
    other = { ...other, databases: { ...other.databases, close: async () => {} } };
  });

  test("refuse a backup that was changed, is of another brand, or sealed with another key, and change nothing [OPS-12]", async () => {
    const bytes = readFileSync(backup);
    const write = (name: string, content: Buffer) => {
      writeFileSync(join(other.dataDir, name), content);
      return join(other.dataDir, name);
    };
    const middle = Math.floor(bytes.length / 2);
    const changed = Buffer.from(bytes.map((byte, at) => (at === middle ? byte ^ 1 : byte)));
    const key = (id: string, fill: number) => ({
      env: { DATA_KEY: `${id}:${Buffer.alloc(32, fill).toString("base64")}` },
    });
    const acme = (file: string, more: object = {}) => cli.run(["restore", "acme", file], more);
    const tries: [Awaited<ReturnType<typeof acme>>, string][] = [
      [await acme(write("changed.backup", changed)), "was changed or cut short since it was made"],
      // Not even the part of it that is as it was made.
      [await cli.run(["restore", "acme", "--stdout", write("changed.backup", changed)]), "was changed or cut short"],
      [await acme(write("short.backup", bytes.subarray(0, middle))), "was changed or cut short since it was made"],
      [await acme(write("none.backup", Buffer.from("nothing"))), "is not a backup of Awning"],
      [await cli.run(["restore", "globex", backup]), "is a backup of acme, not of globex"],
      [await acme(backup, key("1", 9)), "DATA_KEY has another key with that id"],
      [await acme(backup, key("2027", 7)), 'needs the key "1", but DATA_KEY lists only: 2027'],
      [await acme(join(other.dataDir, "missing")), "there is no such file"],
    ];
    for (const [{ code, stdout, stderr }, reason] of tries) {
      expect([code, stdout, stderr.split("\n")]).toEqual([1, "", [expect.stringContaining(reason), ""]]);
    }
    // Nothing is in the way of the right one, nor left of the others.
    expect(await cli.ok("restore", "acme", backup)).toBe(`Restored acme from ${backup}.\n`);
    expect(readdirSync(other.dataDir).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("refuse a backup of the other engine and say what to do", async () => {
    const env = { DATABASE_URL: engine === "sqlite" ? "postgres://127.0.0.1:1/none" : "" };
    const ran = await cli.run(["restore", "acme", backup], { env });
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining(`was made with ${engine}: to restore it,`) });
  });

  test("write out a backup's content, which like an older version's backup is restored only on request", async () => {
    const options = { env: { ...cli.env, ...OWN }, maxBuffer: MAX_BACKUP };
    const plain = execFileSync(process.execPath, ["cli/awning.ts", "restore", "acme", backup, "--stdout"], options);
    expect(plain.toString("latin1", 0, 5)).toBe(engine === "sqlite" ? "SQLit" : "PGDMP");
    const file = join(other.dataDir, "older.backup");
    writeFileSync(file, plain);
    const refused = await cli.run(["restore", "acme", file]);
    expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("--accept-unsigned") });
    expect(await cli.ok("restore", "acme", file, "--accept-unsigned")).toBe(`Restored acme from ${file}.\n`);
    expect(await cli.ok("reconcile", "acme")).toBe("acme: 0 differences\n");
  });

  test("write a backup to standard output for a machine without a folder to write to, and its line elsewhere", async () => {
    const here = createCli(api.storage, { acme: {}, globex: {} });
    const files = readdirSync(api.storage.dataDir);
    const args = ["cli/awning.ts", "backup", "acme", "--to", "-"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      env: { ...here.env, ...OWN },
      maxBuffer: MAX_BACKUP,
    });
    expect([status, stderr.toString()]).toEqual([0, "Backed up acme to standard output.\n"]);
    expect(readdirSync(api.storage.dataDir)).toEqual(files);
    const file = join(other.dataDir, "streamed.backup");
    writeFileSync(file, stdout);
    expect(await cli.ok("restore", "acme", file)).toBe(`Restored acme from ${file}.\n`);
    expect(await cli.ok("reconcile", "acme")).toBe("acme: 0 differences\n");
  });

  test("fail where the reader of standard output leaves early", async () => {
    const here = createCli(api.storage, { acme: {}, globex: {} });
    const child = spawn(process.execPath, ["cli/awning.ts", "backup", "acme", "--to", "-"], {
      env: { ...here.env, ...OWN },
    });
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect([code, stderr]).toEqual([
      1,
      "awning: the backup is incomplete: standard output was closed before its end\n",
    ]);
  });

  test("overwrite nothing [OPS-12]", async () => {
    const here = createCli(api.storage, { acme: {}, globex: {} });
    const before = readFileSync(backup);
    expect((await here.run(["backup", "acme", backup])).code).toBe(1);
    expect(readFileSync(backup).equals(before)).toBe(true);
  });

  if (engine === "postgres")
    test("print the exact commands without pg_dump and pg_restore, and the commands work", async () => {
      const bin = join(other.dataDir, "bin"); // a PATH with node and without PostgreSQL's programs
      mkdirSync(bin);
      symlinkSync(process.execPath, join(bin, "node"));
      const without = { env: { PATH: bin } };
      const here = createCli(api.storage, { acme: {}, globex: {} });
      const file = join(other.dataDir, "piped.backup");
      /** Runs a command that was printed, with `awning` as the operator has it. */
      const shell = (command: string, env: object) =>
        execFileSync("sh", ["-c", command.replaceAll("awning ", `${process.execPath} cli/awning.ts `)], {
          env: { ...process.env, ...env },
          encoding: "utf8",
        });

      const dumping = await here.run(["backup", "acme", file], without);
      const [, dump] = dumping.stderr.split("on a machine that has it, run:\n");
      expect([dumping.code, dump]).toEqual([
        1,
        expect.stringMatching(/^ {2}pg_dump .* \| awning backup acme \S+ --stdin$/m),
      ]);
      expect(shell(dump!, here.env)).toBe(`Backed up acme to ${file}.\n`);

      const restoring = await cli.run(["restore", "acme", file], without);
      const [, restore] = restoring.stderr.split("on a machine that has it, run:\n");
      expect([restoring.code, restore]).toEqual([1, expect.stringContaining("--stdout | pg_restore")]);
      shell(restore!.split("\n")[0]!, cli.env);
      expect(await cli.ok("reconcile", "acme")).toBe("acme: 0 differences\n");
    });

  const table = (name: string) => sql.table(engine === "postgres" ? `awning_acme.${name}` : name);
});
