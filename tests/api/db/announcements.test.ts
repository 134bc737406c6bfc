import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { importCatalogue } from "../../../api/catalogue/import-catalogue.ts";
import type { Databases, TenantDatabase } from "../../../api/db/database.ts";
import { createPostgresDatabases, schemaName } from "../../../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../../../api/db/sqlite/sqlite.ts";
import { createCategory } from "../../../api/repositories/catalogue/catalogue.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, paymentOf, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { createCli } from "../../helpers/cli/cli.ts";
import { createTestDatabases, engines } from "../../helpers/database/test-database.ts";
import { FaultProxy } from "../../helpers/http/fault-proxy.ts";
import { waitFor, waitUntil } from "../../helpers/waiting/patience.ts";

/** On SQLite, until a file's time tells a change from the one before it. */
const SETTLE_MS = 50;
const log = pino({ level: "silent" });
const write = (db: TenantDatabase) => db.transaction((tx) => createCategory(tx, randomUUID()));

describe.each(engines)("what a process changes, on %s", (engine) => {
  let api: TestApi;
  let others: Databases;
  beforeAll(async () => {
    api = await startTestApi(engine);
    const { dataDir, url } = api.storage;
    others = engine === "sqlite" ? createSqliteDatabases(dataDir) : createPostgresDatabases(url!, log);
  });
  afterAll(async () => {
    await others.close();
    await api.close();
  });

  const versionOf = async (databases: Databases, brand = "acme") =>
    (await databases.readCatalogueVersions()).get(brand);

  test("another one learns of once, by brand", async () => {
    const [acme, globex] = [await others.open("acme"), await others.open("globex")];
    const seen: string[] = [];
    const listChanged = api.databases.watch();
    await listChanged();
    const take = async () => {
      const changed = await listChanged();
      expect(changed).not.toBe("all");
      seen.push(...(changed as ReadonlySet<string>));
    };
    for (let round = 0; round < 3; round++) await write(acme);
    await waitUntil(async () => (await take(), seen.length > 0));
    await write(globex);
    await waitUntil(async () => (await take(), seen.includes("globex")));
    expect(new Set(seen)).toEqual(new Set(["acme", "globex"]));
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    await take();
    seen.length = 0;
    for (let round = 0; round < 5; round++) await take();
    expect(seen).toEqual([]);
    await acme.close();
    await globex.close();
  });

  test("has a version where visitors see it, which every process reads", async () => {
    const file = { categories: [{ key: "new", name: "New", subcategories: [] }], products: [] };
    const before = await versionOf(api.databases);
    const globex = await versionOf(api.databases, "globex");
    await write(api.shop().db);
    await importCatalogue(api.shop(), file);
    await waitUntil(async () => (await versionOf(api.databases)) !== before);
    const after = await versionOf(api.databases);
    const db = await others.open("acme");
    await db.read.selectFrom("users").select("id").execute();
    await waitUntil(async () => (await versionOf(others)) === after);
    expect(await versionOf(api.databases, "globex")).toBe(globex);
    await db.close();
  });

  test("and the number of cards that are left, once visitors see it", async () => {
    await stockUp(api, 13);
    const buy = async () => {
      const { token } = await createShopper(api);
      const { orderId } = await placeOne(api, token);
      await notify(api, await paymentOf(api, orderId));
    };
    const before = await versionOf(api.databases);
    await buy(); // 11 are left, which reads as many
    await new Promise((resolve) => setTimeout(resolve, 500)); // nothing may come in two announcements' time
    expect(await versionOf(api.databases)).toBe(before);
    await buy(); // 9
    await waitUntil(async () => (await versionOf(api.databases)) !== before);
  });

  test("the command line announces before it ends", async () => {
    const cli = createCli(api.storage, { acme: {}, globex: {} });
    const listChanged = api.databases.watch();
    const before = await versionOf(api.databases);
    await listChanged();
    const input = JSON.stringify({ categories: [{ key: "cli", name: "By hand", subcategories: [] }], products: [] });
    expect(await cli.run(["catalogue", "import", "acme", "-"], { input })).toMatchObject({ code: 0 });
    await waitUntil(async () => [...(await listChanged())].includes("acme"));
    expect(await versionOf(api.databases)).not.toBe(before);
  });
});

describe.runIf(engines.includes("postgres"))("the announcements on PostgreSQL", () => {
  let place: Awaited<ReturnType<typeof createTestDatabases>>;
  let client: pg.Client;
  beforeEach(async () => {
    place = await createTestDatabases("postgres");
    client = new pg.Client({ connectionString: place.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await place.databases.close();
    await place.drop();
  });

  test("have one table, which eight programs make that start at once", async () => {
    for (let round = 0; round < 5; round++) {
      await client.query("drop schema if exists awning cascade");
      const programs = Array.from({ length: 8 }, () => createPostgresDatabases(place.url!, log));
      await Promise.all(programs.map((program) => program.readCatalogueVersions()));
      await Promise.all(programs.map((program) => program.close()));
    }
    const { rows } = await client.query("select relpersistence from pg_class where oid = 'awning.changes'::regclass");
    expect(rows).toEqual([{ relpersistence: "u" }]);
  });

  test("prepare their table with the URL's time to connect, not with that of a ping", async () => {
    const url = new URL(place.url!);
    const proxy = await new FaultProxy({ host: url.hostname, port: Number(url.port || 5432) }).start();
    Object.assign(url, { hostname: "127.0.0.1", port: String(proxy.port) });
    url.searchParams.set("connect_timeout", "60");
    proxy.fault = { latencyMs: 600 };
    const databases = createPostgresDatabases(url.href, log);
    expect(await databases.prepare([])).toEqual(new Map());
    await expect(databases.ping()).rejects.toThrow(); // control
    await databases.close();
    await proxy[Symbol.asyncDispose]();
  });

  test("stop waiting for a connection that hangs while they prepare their table", async () => {
    const url = new URL(place.url!);
    const proxy = await new FaultProxy({ host: url.hostname, port: Number(url.port || 5432) }).start();
    Object.assign(url, { hostname: "127.0.0.1", port: String(proxy.port) });
    const databases = createPostgresDatabases(url.href, log);
    await databases.prepare([]); // leaves an open connection
    proxy.fault = { isBlackhole: true };
    await expect(databases.readCatalogueVersions()).rejects.toThrow("timeout");
    await sleep(150); // readers share a query for a tenth of a second
    await expect(databases.readCatalogueVersions()).rejects.toThrow("preparing the table of changes took longer");
    proxy.fault = {};
    await waitFor(async () => expect(await databases.readCatalogueVersions()).toBeInstanceOf(Map));
    await proxy[Symbol.asyncDispose]();
    await databases.close();
  });

  test("let go of nothing while the database cannot be reached, and then name every brand", async () => {
    const url = new URL(place.url!);
    const proxy = await new FaultProxy({ host: url.hostname, port: Number(url.port || 5432) }).start();
    Object.assign(url, { hostname: "127.0.0.1", port: String(proxy.port) });
    const databases = createPostgresDatabases(url.href, log);
    const watcher = place.databases.watch();
    const db = await databases.open("acme");
    const own = databases.watch();
    await own();
    await watcher();
    await write(db);
    proxy.fault = { cutAfterBytes: 0 };
    proxy.cutAll();
    await waitFor(() => expect(own()).rejects.toThrow());
    proxy.fault = {};
    await waitUntil(async () => (await own().catch(() => undefined)) === "all");
    await waitUntil(async () => {
      const changed = await watcher();
      return changed !== "all" && changed.has("acme");
    });
    await databases.close();
    await proxy[Symbol.asyncDispose]();
  });

  test("say what an administrator can do where the user may not make the schema", async () => {
    const role = `awning_test_${randomUUID().slice(0, 8)}`;
    await client.query(`drop schema if exists awning cascade; create role ${role} login password 'secret'`);
    await client.query(`revoke create on database ${client.database} from public`);
    const url = Object.assign(new URL(place.url!), { username: role, password: "secret" });
    const databases = createPostgresDatabases(url.href, log);
    await expect(databases.open("acme")).rejects.toThrow(
      /may not make or use the schema awning.*CREATE SCHEMA IF NOT EXISTS awning/,
    );
    // As an administrator does it, with a schema for the brand, too.
    await client.query(
      `create schema awning authorization ${role}; create schema ${schemaName("other")} authorization ${role}`,
    );
    expect(await databases.readCatalogueVersions()).toEqual(new Map());
    await databases.close();
    await client.query(`drop owned by ${role}; drop role ${role}`);
  });

  test("cannot be read or written by a brand's role", async () => {
    const role = `awning_test_${randomUUID().slice(0, 8)}`;
    await place.databases.readCatalogueVersions();
    await client.query(`create role ${role}`);
    for (const statement of ["select * from awning.changes", "update awning.changes set changes = 0"]) {
      await client.query("begin");
      await client.query(`set local role ${role}`);
      await expect(client.query(statement)).rejects.toThrow(/permission denied/);
      await client.query("rollback");
    }
    await client.query(`drop role ${role}`);
  });

  test("cost an idle process one question a second, however many brands it has", async () => {
    const databases = createPostgresDatabases(place.url!, log);
    for (let brand = 0; brand < 5; brand++) await databases.open(`brand-${brand}`);
    const listChanged = databases.watch();
    await listChanged();
    const query = vi.spyOn(pg.Client.prototype, "query");
    await new Promise((resolve) => setTimeout(resolve, 150)); // until a reader asks again
    await listChanged();
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    await databases.close();
  });
});
