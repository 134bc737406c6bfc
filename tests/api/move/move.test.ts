import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import type { TenantDatabase } from "../../../api/db/database.ts";
import { createPostgresSide } from "../../../api/db/move/postgres-side.ts";
import { createSqliteSide } from "../../../api/db/move/sqlite-side.ts";
import { createServers } from "../../../api/db/servers/servers.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, place, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { createTestDatabases, engines } from "../../helpers/database/test-database.ts";
import { someByDay } from "../../helpers/suite/nightly.ts";

describe.each(engines)("awning move from %s", (engine) => {
  let api: TestApi;
  let east: Awaited<ReturnType<typeof createTestDatabases>>;
  let cli: Cli;

  beforeEach(async () => {
    // The API keeps the old place open, as a program does that has not read tenant.json again.
    api = await startTestApi(engine, { wrapDatabase: (db) => db });
    await stockUp(api, 10);
    const { payment } = await startOrder(api);
    await notify(api, payment);
    east = await createTestDatabases("postgres");
    cli = createCli(api.storage, { acme: {}, globex: {} });
    Object.assign(cli.env, { DATABASE_URL_EAST: east.url });
  });
  afterEach(async () => {
    await api.close();
    await east.databases.close();
    await east.drop();
  });

  const EAST = ["move", "acme", "--to", "DATABASE_URL_EAST"];
  const databaseOf = () =>
    (JSON.parse(readFileSync(join(cli.env.TENANTS_DIR, "acme", "tenant.json"), "utf8")) as { database?: string })
      .database;
  const readOrders = ({ read }: TenantDatabase) => read.selectFrom("orders").selectAll().orderBy("id").execute();
  const oldPlace = engine === "sqlite" ? "sqlite" : "DATABASE_URL";
  const isOpen = async () => (await api.request("GET", "/products/")).status === 200;

  /** As a program does that starts with the old tenant.json. */
  async function openOldPlace() {
    const { dataDir, url } = api.storage;
    const databaseUrls: Record<string, string> = url === undefined ? {} : { DATABASE_URL: url };
    const places = { DATA_DIR: dataDir, databaseUrls };
    const servers = createServers(places, pino({ level: "silent" }));
    await servers.open("acme").finally(() => servers.close());
  }

  /** Runs the move, or another command, and kills it once it has printed `line`. */
  async function killAfter(line: string, args = EAST) {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, ...cli.env };
    const child = spawn(process.execPath, ["cli/awning.ts", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    child.stderr.on("data", (text: Buffer) => (printed += text.toString()));
    child.stdout.on("data", (text: Buffer) => {
      printed += text.toString();
      if (printed.includes(line)) child.kill("SIGKILL");
    });
    const [, signal] = (await once(child, "close")) as [number | null, string | null];
    return { signal, printed };
  }

  test("takes every order that was answered with success, refuses the others, and loses nothing", async () => {
    const { token } = await createShopper(api, { coins: 10 });
    const before = await readOrders(api.shop().db);
    const taken: string[] = [];
    const refused: string[] = [];
    let isOver = false;
    const traffic = (async () => {
      for (let number = 0; !isOver; number++) {
        const orderNumber = `ORD-MOVE-${number}`;
        const answer = await place(api, token, { order_number: orderNumber });
        if (answer.status === 201) taken.push(orderNumber);
        else {
          expect(answer).toMatchObject({ status: 503, body: { detail: "Please try again in a moment." } });
          expect(answer.headers.get("retry-after")).toBe("2");
          refused.push(orderNumber);
        }
      }
    })();
    expect(await cli.ok(...EAST)).toContain("are the same by number and checksum");
    isOver = true;
    await traffic;
    expect(databaseOf()).toBe("DATABASE_URL_EAST");
    expect(refused.length).toBeGreaterThan(0);
    expect(await isOpen()).toBe(false);
    expect((await api.request("GET", "/products/", { tenant: "globex" })).status).toBe(200);

    const db = await east.databases.open("acme");
    const orders = await readOrders(db);
    expect(orders).toEqual(expect.arrayContaining(before));
    expect(
      orders
        .map(({ order_number }) => order_number)
        .filter((one) => one.startsWith("ORD-MOVE-"))
        .sort(),
    ).toEqual(taken.toSorted());
    expect(await auditLedger({ db })).toEqual([]);
    // A generated id goes on after the last one that the old place gave.
    const last = Math.max(...(await db.read.selectFrom("categories").select("id").execute()).map(({ id }) => id));
    const next = await db.transaction((tx) =>
      tx.insertInto("categories").values({ name: "New", key: "new" }).returning("id").executeTakeFirstOrThrow(),
    );
    expect(next.id).toBeGreaterThan(last);
    await expect(db.transaction((tx) => tx.updateTable("orders").set({ user_id: "nobody" }).execute())).rejects.toThrow(
      /foreign key/,
    );
    // What opens the old place finds no empty shop there either.
    expect(await cli.run(["reconcile", "acme"])).toMatchObject({ code: 0, stdout: "acme: 0 differences\n" });
    await expect(openOldPlace()).rejects.toThrow("brand acme has moved away, or is being moved");
  });

  test("goes on where it was killed, at every step", async () => {
    const steps = someByDay<[string, boolean]>([
      ["while it is open: all", true],
      ["while it is open: what has changed", true],
      ["Closed acme", false],
      ["Compared", false],
      ["Reconciled", false],
    ]);
    for (const [line, isStillOpen] of steps) {
      const { signal, printed } = await killAfter(line);
      expect([signal, printed]).toEqual(["SIGKILL", expect.stringContaining(line)]);
      expect([line, databaseOf()]).toEqual([line, undefined]);
      if (isStillOpen) expect([line, await isOpen()]).toEqual([line, true]);
      if (isStillOpen) await startOrder(api);
    }
    expect(await isOpen()).toBe(false);
    // The last step is too short for a signal: killed before it, the command leaves tenant.json as it was.
    const tenantFile = join(cli.env.TENANTS_DIR, "acme", "tenant.json");
    const unmoved = readFileSync(tenantFile, "utf8");
    await cli.ok(...EAST);
    writeFileSync(tenantFile, unmoved);
    await cli.ok(...EAST);
    expect(databaseOf()).toBe("DATABASE_URL_EAST");
    const db = await east.databases.open("acme");
    expect(await readOrders(db)).toHaveLength(1 + steps.filter(([, isStillOpen]) => isStillOpen).length);
    expect(await auditLedger({ db })).toEqual([]);
    expect(await cli.ok(...EAST)).toBe("acme is on DATABASE_URL_EAST already.\n");
  });

  test("goes back while nobody has written, also when it was killed while the brand was closed", async () => {
    const before = await readOrders(api.shop().db);
    await killAfter("Closed acme");
    expect(await isOpen()).toBe(false);
    expect(await cli.ok("move", "acme", "--undo")).toContain(`acme is open on ${oldPlace} again.`);
    expect([await isOpen(), databaseOf()]).toEqual([true, undefined]);

    await cli.ok(...EAST);
    expect(await isOpen()).toBe(false);
    await cli.ok("move", "acme", "--undo");
    expect([await isOpen(), databaseOf()]).toEqual([true, oldPlace]);
    expect(await readOrders(api.shop().db)).toEqual(before);
    await startOrder(api);
    await expect(east.databases.open("acme")).rejects.toThrow("brand acme has moved away");

    await cli.ok(...EAST);
    const db = await east.databases.open("acme");
    await db.transaction((tx) => tx.updateTable("users").set({ username: "Changed" }).execute());
    const refused = await cli.run(["move", "acme", "--undo"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("have changed since the move") });
    expect(refused.stderr).toContain("users");
    expect(await readOrders(db)).toHaveLength(before.length + 1); // still open there
  });

  /** What an undo does, one commit after the other, and what tenant.json names meanwhile. */
  const UNDO_STEPS = ["closed", "opened the old place", "rewritten tenant.json", "dropped the new data"];

  test("goes back when an undo is run again that was killed after any of its steps", async () => {
    const before = await readOrders(api.shop().db);
    const tenantFile = join(cli.env.TENANTS_DIR, "acme", "tenant.json");
    const { dataDir, url } = api.storage;
    await cli.ok(...EAST);
    for (const last of someByDay(UNDO_STEPS)) {
      const moved = readFileSync(tenantFile, "utf8");
      const old = url === undefined ? createSqliteSide(dataDir, "acme") : createPostgresSide(url, "acme");
      const next = createPostgresSide(east.url!, "acme");
      try {
        await next.setAside({ server: oldPlace, at: (await old.look()).to!.at });
        if (last !== "closed") await old.bringBack();
        if (last === "rewritten tenant.json") writeFileSync(tenantFile, moved.replace("DATABASE_URL_EAST", oldPlace));
        if (last === "dropped the new data") await next.dropAside(); // and tenant.json could not be written
      } finally {
        await Promise.all([old.close(), next.close()]);
      }
      expect([last, await isOpen()]).toEqual([last, last !== "closed"]);
      await cli.ok("move", "acme", "--undo");
      expect([last, await isOpen(), databaseOf()]).toEqual([last, true, oldPlace]);
      expect(await readOrders(api.shop().db), last).toEqual(before);
      await expect(east.databases.open("acme"), last).rejects.toThrow("brand acme has moved away");
      expect(await cli.run(["move", "acme", "--undo"]), last).toMatchObject({ code: 1 });
      await cli.ok(...EAST); // nothing is left that would keep it from moving again
      expect(await readOrders(await east.databases.open("acme")), last).toEqual(before);
    }
  });

  test("goes back when an undo was killed in the middle, or keeps what was written while it closed", async () => {
    const before = await readOrders(api.shop().db);
    for (const line of someByDay(["Closing acme", `acme is open on ${oldPlace} again`, "Wrote"])) {
      await cli.ok(...EAST);
      await killAfter(line, ["move", "acme", "--undo"]);
      const again = await cli.run(["move", "acme", "--undo"]);
      // The signal may come after the last step.
      if (again.code !== 0) expect([line, again.stderr]).toEqual([line, expect.stringContaining("no move to undo")]);
      expect([line, await isOpen(), databaseOf()]).toEqual([line, true, oldPlace]);
      expect(await readOrders(api.shop().db)).toEqual(before);
    }

    await cli.ok(...EAST);
    const db = await east.databases.open("acme");
    await db.transaction((tx) => tx.updateTable("users").set({ username: "Late" }).execute());
    const next = createPostgresSide(east.url!, "acme");
    const { from } = await next.look();
    await next.setAside({ server: oldPlace, at: from!.at }).finally(() => next.close());
    const refused = await cli.run(["move", "acme", "--undo"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("have changed since the move") });
    expect([await isOpen(), databaseOf()]).toEqual([false, "DATABASE_URL_EAST"]);
    expect(await readOrders(db)).toHaveLength(before.length); // open there again
  });

  test("drops the old data on request, and only then", async () => {
    expect(await cli.run(["move", "acme", "--finish"])).toMatchObject({ code: 1 });
    await killAfter("Closed acme");
    expect(await cli.run(["move", "acme", "--finish"])).toMatchObject({ code: 1, stdout: "" });
    await cli.ok(...EAST);
    expect(await cli.ok("move", "acme", "--finish")).toBe(`Dropped the old data of acme on ${oldPlace}.\n`);
    expect(await cli.run(["move", "acme", "--undo"])).toMatchObject({ code: 1 });
    await expect(openOldPlace()).rejects.toThrow("brand acme has moved away");
    expect(await cli.ok("reconcile", "acme")).toBe("acme: 0 differences\n");
  });

  test("refuses what it cannot do, and changes nothing", async () => {
    const unknown = await cli.run(["move", "acme", "--to", "DATABASE_URL_WEST"]);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("DATABASE_URL_WEST is not set") });
    const url = await cli.run(["move", "acme", "--to", "postgres://user:secret@127.0.0.1:1/none"]);
    expect(url).toMatchObject({ code: 1, stderr: expect.stringContaining("set DATABASE_URL_NAME") });
    expect(url.stderr).not.toContain("secret");
    expect(await cli.run(["move", "acme"])).toMatchObject({ code: 2 });
    await (await east.databases.open("globex")).close();
    const taken = await cli.run(["move", "globex", "--to", "DATABASE_URL_EAST"]);
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining("already has data of brand globex") });
    const [one, other] = await Promise.all([cli.run(EAST), cli.run(EAST)]);
    const codes = [one.code, other.code].sort();
    const second = one.code === 1 ? one : other;
    // The second comes while the first moves, or after it.
    expect([codes, second.stderr + second.stdout]).toEqual(
      codes[1] === 1
        ? [[0, 1], expect.stringContaining("is being moved by another command")]
        : [[0, 0], expect.stringContaining("is on DATABASE_URL_EAST already")],
    );
  });
});
