import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import SqliteDatabase from "better-sqlite3";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { createApi } from "../../../api/app.ts";
import type { Databases } from "../../../api/db/database.ts";
import { defaultLimits } from "../../../api/limits/limits.ts";
import { createShopRegistry } from "../../../api/tenancy/shop-registry.ts";
import { TenantSchema } from "../../../config/brand/schema.ts";
import { createTestDatabases, engines, markAsNewer, runOnServer } from "../../helpers/database/test-database.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

describe.each(engines)("the shops of many brands on %s", (engine) => {
  let place: Awaited<ReturnType<typeof createTestDatabases>>;
  const closers: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    place = await createTestDatabases(engine);
  });
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });
  afterAll(async () => {
    await place.databases.close();
    await place.drop();
  });

  const brand = (id: string, more: object = {}) => TenantSchema.parse({ id, hostnames: [`${id}.localhost`], ...more });
  const brands = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => brand(`${name}-${index}`));

  /** The shops as the API's process serves them, over HTTP, and which of them are open. */
  async function serve(over: Partial<Databases> = {}, workers = false) {
    const open = new Map<string, number>();
    const logged: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void logged.push(line) });
    const connect = over.connect ?? place.databases.connect;
    const opened: string[] = [];
    const shops = createShopRegistry({
      databases: {
        ...place.databases,
        ...over,
        async connect(id) {
          opened.push(id);
          const db = await connect(id);
          open.set(id, (open.get(id) ?? 0) + 1);
          const close = () => {
            open.set(id, open.get(id)! - 1);
            return db.close();
          };
          return { ...db, close };
        },
      },
      clock: { now: () => Date.now() },
      log,
      dataKeys: [{ id: "1", bytes: Buffer.alloc(32, 7) }],
      limits: defaultLimits,
      createMailer: () => ({ send: async () => {} }),
      workers,
    });
    const server = createServer(createApi({ shops, log }) as RequestListener);
    await once(server.listen(0, "127.0.0.1"), "listening");
    closers.push(() => shops.close());
    closers.push(async () => server.close());
    const get = async (id: string, path = "/home/") => {
      const { port } = server.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${port}/${id}${path}`, { headers: { connection: "close" } });
      await answer.text();
      return answer.status;
    };
    const listOpen = () => [...open].filter(([, count]) => count > 0).map(([id]) => id);
    return { shops, get, opened, listOpen, logged };
  }

  test("opens none at the start, and one by its first request", async () => {
    const tenants = brands("first", 3);
    const { shops, get, opened } = await serve();
    await shops.replace(tenants);
    expect(opened).toEqual([]);
    expect(await get("first-1")).toBe(200);
    expect(await get("first-1")).toBe(200);
    expect(opened).toEqual(["first-1"]);
    expect(await get("first-9")).toBe(404);
  });

  test("opens a brand once for all requests that come meanwhile, and all are answered", async () => {
    const isAsked = Promise.withResolvers<void>();
    const mayOpen = Promise.withResolvers<void>();
    const { shops, get, opened } = await serve({
      async connect(id) {
        isAsked.resolve();
        await mayOpen.promise;
        return place.databases.connect(id);
      },
    });
    await shops.replace([brand("once")]);
    const answers = Promise.all(Array.from({ length: 10 }, () => get("once")));
    await isAsked.promise;
    mayOpen.resolve();
    expect(await answers).toEqual(Array.from({ length: 10 }, () => 200));
    expect(opened).toEqual(["once"]);
  });

  test("answers 503 for a brand that cannot be opened, logs why, serves the others, and recovers", async () => {
    let isDown = true;
    const { shops, get, logged } = await serve({
      async connect(id) {
        if (id === "ill" && isDown) throw new Error("the disk of ill is gone");
        return place.databases.connect(id);
      },
    });
    await shops.replace([brand("well"), brand("ill")]);
    expect(await get("ill")).toBe(503);
    expect(await get("well")).toBe(200);
    expect(logged.filter((line) => line.includes("brand ill cannot be opened"))).toEqual([
      expect.stringContaining("the disk of ill is gone"),
    ]);
    isDown = false;
    expect(await get("ill")).toBe(200);
  });

  test("starts without a brand that cannot be migrated, and migrates it once that is possible", async () => {
    const isLocked = await breakBrand("broken");
    const { shops, get, logged } = await serve();
    await shops.replace([brand("sound"), brand("broken")]);
    expect(logged.join("")).toContain("brand broken cannot be opened: it answers 503");
    expect([await get("sound"), await get("broken")]).toEqual([200, 503]);
    await isLocked.repair();
    await waitUntil(async () => (await get("broken")) === 200);
  });

  /** A file that is no database; a schema of somebody else's. */
  async function breakBrand(id: string) {
    if (engine === "sqlite") {
      const file = `${place.dataDir}/${id}.db`;
      writeFileSync(file, "no database ".repeat(100));
      chmodSync(file, 0o600);
      return { repair: async () => writeFileSync(file, "") };
    }
    await runSql(`create schema awning_${id}; create view awning_${id}.migrations as select 1 as other`);
    return { repair: () => runSql(`drop view awning_${id}.migrations`) };
  }
  const runSql = (statement: string) => runOnServer(statement, place.url);

  test("refuses the start where a newer version has migrated a brand, and goes on beside it", async () => {
    const [first, second] = brands("newer", 2);
    const running = await serve();
    await running.shops.replace([first!, second!]);
    await markAsNewer(place, "newer-0", "999-next");
    // The running process has not opened it yet.
    expect(await running.get("newer-0")).toBe(200);
    const { shops } = await serve();
    await expect(shops.replace([first!, second!])).rejects.toThrow(
      "a newer version of Awning wrote the data of brand newer-0",
    );
  });

  test("prepares at a reload what is new only, and leaves connections to requests", async () => {
    const tenants = brands("reload", 3);
    const prepared: string[][] = [];
    const { shops, get, opened } = await serve({
      prepare(ids) {
        prepared.push(ids);
        return place.databases.prepare(ids);
      },
    });
    await shops.replace(tenants);
    expect(await get("reload-1")).toBe(200);
    const reload = shops.replace([...tenants, brand("reload-new")]);
    expect(await get("reload-1")).toBe(200);
    await reload;
    expect(prepared.map((ids) => ids.length)).toEqual([3, 1]);
    expect(await get("reload-new")).toBe(200);
    expect(opened).toEqual(["reload-1", "reload-new"]);
  });

  test("takes a changed tenant.json for the next request without another connection", async () => {
    const { shops, get, opened } = await serve();
    await shops.replace([brand("changed")]);
    expect(await get("changed")).toBe(200);
    const before = await shops.open("changed");
    await shops.replace([brand("changed", { branding: { organization_name: "Changed" } })]);
    const after = await shops.open("changed");
    expect([before.tenant.branding.organization_name, after.tenant.branding.organization_name]).toEqual([
      undefined,
      "Changed",
    ]);
    expect(after.loginLimiter).toBe(before.loginLimiter);
    expect(await get("changed")).toBe(200);
    expect(opened).toEqual(["changed"]);
  });

  test("closes a brand that left when its last request has ended", async () => {
    const { shops, get, listOpen } = await serve();
    await shops.replace([brand("leaving")]);
    const visit = await shops.visit("leaving")!;
    await shops.replace([]);
    expect(await get("leaving")).toBe(404);
    expect(listOpen()).toEqual(["leaving"]);
    expect(await visit.shop.db.read.selectFrom("users").select("id").execute()).toEqual([]);
    visit.leave();
    await waitUntil(() => listOpen().length === 0);
  });

  test("closes the longest unused beyond the bound, never one that is in use, and opens it again", async () => {
    const tenants = brands("bound", 6);
    const { shops, get, listOpen, opened } = await serve({ mostOpen: () => 3 });
    await shops.replace(tenants);
    const { leave } = await shops.visit("bound-0")!;
    for (const { id } of tenants.slice(1)) expect(await get(id)).toBe(200);
    await waitUntil(() => listOpen().length <= 3);
    expect(listOpen()).toEqual(["bound-0", "bound-4", "bound-5"]);
    leave();
    expect(await get("bound-1")).toBe(200);
    expect(opened.filter((id) => id === "bound-1")).toHaveLength(2);
  });

  test("counts the bound for each engine, and closes none of the other one", async () => {
    const { shops, get, listOpen } = await serve({
      mostOpen: (kind) => (kind === "sqlite" ? 1 : Infinity),
      async connect(id) {
        return { ...(await place.databases.connect(id)), engine: id.startsWith("file") ? "sqlite" : "postgres" };
      },
    });
    await shops.replace([...brands("server", 3), ...brands("file", 2)]);
    for (const id of ["server-0", "server-1", "file-0", "server-2"]) expect(await get(id)).toBe(200);
    expect(listOpen()).toEqual(["server-0", "server-1", "file-0", "server-2"]);
    expect(await get("file-1")).toBe(200);
    await waitUntil(() => listOpen().length === 4);
    expect(listOpen()).toEqual(["server-0", "server-1", "server-2", "file-1"]);
  });

  test("forgets a brand that leaves", async () => {
    const forgotten: string[] = [];
    const { shops } = await serve({ forget: (id) => void forgotten.push(id) });
    await shops.replace([brand("staying"), brand("going")]);
    await shops.replace([brand("staying")]);
    expect(forgotten).toEqual(["going"]);
  });

  test("does what another program has written for a brand that is closed", async () => {
    const { shops, opened, listOpen } = await serve({ mostOpen: () => 0 }, true);
    await shops.replace([brand("quiet")]);
    await waitUntil(() => opened.length > 0 && (engine === "postgres" || listOpen().length === 0)); // PostgreSQL looks every second
    const db = await place.databases.connect("quiet");
    const mail = { id: "old", kind: "vouchers" as const, about: "nothing", created_at: 1, tries: 0, next_try_at: 1 };
    await db.transaction((tx) =>
      tx
        .insertInto("outbox")
        .values({ ...mail, expires_at: 2 })
        .execute(),
    );
    const mails = () => db.read.selectFrom("outbox").select("id").execute();
    await expect.poll(mails).toEqual([]);
    await db.close();
  });

  test("opens a brand that has all migrations while another program writes or migrates", async () => {
    await (await place.databases.open("acme")).close();
    const release = engine === "sqlite" ? lockFile(`${place.dataDir}/acme.db`) : await lockSchema(place.url!);
    try {
      const db = await place.databases.open("acme");
      expect(await db.read.selectFrom("users").select("id").execute()).toEqual([]);
      await db.close();
    } finally {
      await release();
    }
  });
});

function lockFile(file: string) {
  const connection = new SqliteDatabase(file);
  connection.exec("begin immediate");
  return async () => void connection.close();
}

async function lockSchema(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock(hashtextextended('awning_acme', 0))");
  return () => client.end();
}
