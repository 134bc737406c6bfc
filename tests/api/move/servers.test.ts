import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import { parseEnv } from "../../../api/base/env.ts";
import { createServers, findServer } from "../../../api/db/servers/servers.ts";
import { startCommerceApi } from "../../../api/server.ts";
import { runCli } from "../../helpers/cli/cli.ts";
import { createTestDatabases, forgetVersion } from "../../helpers/database/test-database.ts";

const NOBODY = "postgres://nobody@127.0.0.1:1/none";
const silent = pino({ level: "silent" });
let folder: string;
let east: Awaited<ReturnType<typeof createTestDatabases>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "awning-servers-"));
  east = await createTestDatabases("postgres");
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await east.databases.close();
  await east.drop();
});

function settings(brands: Record<string, object>, more: Record<string, string>) {
  for (const [id, tenant] of Object.entries(brands)) {
    mkdirSync(join(folder, "tenants", id), { recursive: true });
    const content = JSON.stringify({ id, hostnames: [`${id}.localhost`], ...tenant });
    writeFileSync(join(folder, "tenants", id, "tenant.json"), content);
  }
  const values = { TENANTS_DIR: join(folder, "tenants"), DATA_DIR: join(folder, "data"), COMMERCE_API_PORT: "0" };
  return { ...values, DATA_KEY: Buffer.alloc(32, 7).toString("base64"), ...more };
}

async function withApi(
  values: Record<string, string>,
  use: (status: (path: string) => Promise<number>) => Promise<void>,
  log = silent,
) {
  const parsed = parseEnv(values);
  if (!("env" in parsed)) throw new Error(JSON.stringify(parsed.problems));
  const api = await startCommerceApi(parsed.env, log);
  try {
    await use(async (path) => (await fetch(`http://127.0.0.1:${api.started.port}${path}`)).status);
  } finally {
    await api.close();
  }
}

test("a brand's database is on the server that tenant.json names", async () => {
  const brands = { file: { database: "sqlite" }, far: { database: "DATABASE_URL_EAST" } };
  await withApi(settings(brands, { DATABASE_URL_EAST: east.url! }), async (status) => {
    expect([await status("/file/products/"), await status("/far/products/")]).toEqual([200, 200]);
  });
  const db = await east.databases.open("far");
  expect((await db.read.selectFrom("migrations").selectAll().execute()).length).toBeGreaterThan(10);
});

test("a server that is gone, or not named, closes its own brands only, and they open once it is back", async () => {
  const brands = {
    file: { database: "sqlite" },
    far: { database: "DATABASE_URL_EAST" },
    odd: { database: "DATABASE_URL_X" },
  };
  await withApi(settings(brands, { DATABASE_URL_EAST: NOBODY }), async (status) => {
    expect(await status("/file/products/")).toBe(200);
    expect(await status("/far/products/")).toBe(503);
    expect(await status("/odd/products/")).toBe(503);
    expect(await status("/none/products/")).toBe(404);
    expect(await status("/readyz")).toBe(200);
  });
  const gone = { far: { database: "DATABASE_URL_EAST" } };
  rmSync(join(folder, "tenants"), { recursive: true });
  await expect(withApi(settings(gone, { DATABASE_URL_EAST: NOBODY }), async () => {})).rejects.toThrow(
    /ECONNREFUSED|^$/,
  );
});

test("a server whose last brand has left is not in use any more", async () => {
  const servers = createServers({ DATA_DIR: folder, databaseUrls: { DATABASE_URL_EAST: NOBODY } }, silent);
  const failed = await servers.prepare(["near", "far"], (id) => (id === "far" ? "DATABASE_URL_EAST" : "sqlite"));
  expect([...failed.keys()]).toEqual(["far"]);
  expect((await servers.ping()).map(({ name }) => name)).toEqual(["DATABASE_URL_EAST"]);
  servers.forget("far");
  expect(await servers.ping()).toEqual([]);
  const listChanged = servers.watch();
  expect([...(await listChanged())]).toEqual(["near"]);
  await servers.close();
});

test("only brands in files count for the bound of open files", async () => {
  const servers = createServers({ DATA_DIR: folder, databaseUrls: { DATABASE_URL_EAST: east.url! } }, silent);
  await servers.prepare(["near", "far"], (id) => (id === "far" ? "DATABASE_URL_EAST" : "sqlite"));
  expect([servers.mostOpen("sqlite"), servers.mostOpen("postgres")]).toEqual([100, Infinity]);
  await servers.close();
});

test("a closed brand opens without a restart", async () => {
  await (await east.databases.open("far")).close();
  const client = createServers({ DATA_DIR: folder, databaseUrls: { DATABASE_URL_EAST: east.url! } }, silent);
  const db = await client.open("far", "DATABASE_URL_EAST");
  // As a newer program would leave it, or a move.
  const sign = { name: "999-set-aside", applied_at: 1 };
  await db.transaction((tx) => tx.insertInto("migrations").values(sign).execute());
  await forgetVersion(east, "far");
  const brands = { file: { database: "sqlite" }, far: { database: "DATABASE_URL_EAST" } };
  await withApi(settings(brands, { DATABASE_URL_EAST: east.url! }), async (status) => {
    expect(await status("/far/products/")).toBe(503);
    await db.transaction((tx) => tx.deleteFrom("migrations").where("name", "=", sign.name).execute());
    await expect.poll(() => status("/far/products/")).toBe(200);
    expect(await status("/file/products/")).toBe(200);
  });
  await client.close();
});

test("health knows every server in use", async () => {
  const servers = createServers({ DATA_DIR: folder, databaseUrls: { DATABASE_URL_EAST: NOBODY } }, silent);
  expect(await servers.ping()).toEqual([]);
  await servers.open("file");
  expect(await servers.ping()).toEqual([]);
  await expect(servers.open("far", "DATABASE_URL_EAST")).rejects.toThrow();
  expect((await servers.ping()).map(({ name }) => name)).toEqual(["DATABASE_URL_EAST"]);
  expect(await servers.watch()()).toEqual(new Set(["file"]));
  await servers.close();

  const alone = createServers({ DATA_DIR: folder, databaseUrls: { DATABASE_URL: NOBODY } }, silent);
  await expect(alone.ping()).rejects.toThrow();
  await alone.close();
});

test("a folder for SQLite is not needed where every brand names a server", async () => {
  const servers = createServers({ DATA_DIR: "/proc/none", databaseUrls: { DATABASE_URL_EAST: east.url! } }, silent);
  await (await servers.open("far", "DATABASE_URL_EAST")).close();
  expect(await servers.ping()).toEqual([]);
  await expect(servers.open("file", "sqlite")).rejects.toThrow(/proc/);
  await servers.close();
});

test("awning check connects to every server, and names a brand whose server has no variable", async () => {
  const values = settings(
    { far: { database: "DATABASE_URL_X" } },
    { DATABASE_URL_EAST: NOBODY, DATABASE_URL_WEST: east.url! },
  );
  const { code, stderr } = await runCli(["check"], { env: values });
  expect(code).toBe(1);
  expect(stderr).toMatch(/far\/tenant\.json: database: DATABASE_URL_X is not set/);
  expect(stderr).toMatch(/environment: DATABASE_URL_EAST: /);
  expect(stderr).not.toContain("DATABASE_URL_WEST");
  expect(stderr).not.toContain("nobody@");
});

test("a start and awning check warn where the staff is a file beside brands on servers", async () => {
  const brands = { file: { database: "sqlite" }, far: { database: "DATABASE_URL_EAST" } };
  const apart = settings(brands, { DATABASE_URL_EAST: east.url! });
  const warning =
    /DATABASE_URL: is not set, so members of the staff, drafts and the audit are in DATA_DIR, while far is on/;
  const warned = async (values: Record<string, string>) => {
    const lines: string[] = [];
    await withApi(values, async () => {}, pino({ level: "warn" }, { write: (line: string) => void lines.push(line) }));
    return warning.test(lines.join(""));
  };
  const noted = async (values: Record<string, string>) => {
    const { code, stdout } = await runCli(["check", "--program", "worker"], { env: values });
    expect(code).toBe(0);
    return warning.test(stdout);
  };
  expect([await warned(apart), await noted(apart)]).toEqual([true, true]);
  const together = { ...apart, DATABASE_URL: east.url! };
  expect([await warned(together), await noted(together)]).toEqual([false, false]);
  rmSync(join(folder, "tenants", "far"), { recursive: true });
  expect([await warned(apart), await noted(apart)]).toEqual([false, false]);
});

test("tenant.json holds no URL", async () => {
  const values = settings({ far: { database: "postgres://user:secret@east/awning" } }, {});
  const { code, stderr } = await runCli(["check"], { env: values });
  expect(code).toBe(1);
  expect(stderr).toContain('database: must be "sqlite" or the name of a variable');
  expect(stderr).not.toContain("secret");
  expect(() => findServer({ DATA_DIR: folder, databaseUrls: {} }, "DATABASE_URL_X")).toThrow("is not set");
});
