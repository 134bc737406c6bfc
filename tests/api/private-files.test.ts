import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { createSqliteDatabases } from "../../api/db/sqlite/sqlite.ts";
import { createCli } from "../helpers/cli/cli.ts";
import { runCliProcess } from "../helpers/processes/cli-process.ts";

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

let folder: string;
let mask: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "awning-test-"));
  mask = process.umask(0o022); // as most machines have it; the programs inherit it
});
afterEach(() => {
  process.umask(mask);
  rmSync(folder, { recursive: true, force: true });
});

test("only its own user reads what the command line writes", async () => {
  const dataDir = join(folder, "data");
  const cli = createCli({ dataDir: folder, url: undefined }, { acme: {} });
  const backup = join(folder, "acme.backup");
  for (const args of [
    ["stock", "list", "acme"],
    ["backup", "acme", backup],
  ]) {
    expect(await runCliProcess(args, { env: { ...cli.env, DATA_DIR: dataDir } })).toMatchObject({ code: 0 });
  }
  expect(modeOf(dataDir)).toBe("700");
  expect(readdirSync(dataDir)).toContain("acme.db");
  for (const file of readdirSync(dataDir)) expect([file, modeOf(join(dataDir, file))]).toEqual([file, "600"]);
  expect(modeOf(backup)).toBe("600");
});

test("a shop that runs as another user can read a new brand's folder and files", async () => {
  const tenantsDir = join(folder, "new", "tenants");
  const args = ["brand", "new", "maple", "--hostname", "maple.localhost", "--name", "Maple"];
  expect(await runCliProcess(args, { env: { TENANTS_DIR: tenantsDir } })).toMatchObject({ code: 0, stderr: "" });
  const brand = join(tenantsDir, "maple");
  for (const dir of [join(folder, "new"), tenantsDir, brand]) expect([dir, modeOf(dir)]).toEqual([dir, "755"]);
  expect(readdirSync(brand)).toContain("tenant.json");
  for (const file of readdirSync(brand)) expect([file, modeOf(join(brand, file))]).toEqual([file, "644"]);
});

test("a shop that runs as another user can read a tenant.json whose payments were set", async () => {
  const tenantsDir = join(folder, "tenants");
  const env = { TENANTS_DIR: tenantsDir, DATA_DIR: join(folder, "data") };
  const create = ["brand", "new", "maple", "--hostname", "maple.localhost", "--name", "Maple"];
  expect(await runCliProcess(create, { env })).toMatchObject({ code: 0 });
  expect(await runCliProcess(["payments", "set", "maple", "vpa", "--vpa", "maple@bank"], { env })).toMatchObject({
    code: 0,
  });
  expect(modeOf(join(tenantsDir, "maple", "tenant.json"))).toBe("644");
});

test("closes an older version's database to others, and keeps a writing group's access", async () => {
  for (const [before, after] of [
    [0o644, "600"],
    [0o664, "660"],
    [0o600, "600"],
  ] as const) {
    const file = join(folder, `b${after}-${before}.db`);
    writeFileSync(file, "");
    chmodSync(file, before);
    const databases = createSqliteDatabases(folder);
    const db = await databases.open(`b${after}-${before}`);
    await db.transaction((tx) => tx.selectFrom("users").select("id").execute()); // connects
    expect([modeOf(file), modeOf(`${file}-wal`), modeOf(`${file}-shm`)]).toEqual([after, after, after]);
    await db.close();
  }
});
