import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createSqliteDatabases } from "../../api/db/sqlite/sqlite.ts";
import { createTestDatabases } from "../helpers/database/test-database.ts";
import { FaultProxy } from "../helpers/http/fault-proxy.ts";
import { freePort } from "../helpers/http/free-port.ts";
import { send } from "../helpers/http/http.ts";
import { LOOPBACK_WITH_KEY, Replica, SECRETS } from "../helpers/processes/deployment.ts";
import { preload } from "../helpers/processes/preload.ts";
import { type Shop, startShop, useShop } from "../helpers/shop/shop.ts";
import { waitFor, waitUntil } from "../helpers/waiting/patience.ts";

const read = async (shop: Shop, path = "/readyz") => {
  const { status, text } = await send(shop.url("acme", path));
  return `${status} ${text.trim()}`;
};
const becomes = (shop: Shop, answer: RegExp) => waitFor(async () => expect(await read(shop)).toMatch(answer));
const apiPid = (shop: Shop) => shop.childPids()[0]!;
const isGone = (pid: number) => !existsSync(`/proc/${pid}`);

describe("readiness", () => {
  const shop = useShop(() => ({ tenants: { acme: {} } }));

  test("ends within seconds of a frozen API, while the shop stays alive, and returns with the API [OPS-09]", async () => {
    const pid = apiPid(shop());
    process.kill(pid, "SIGSTOP");
    try {
      await becomes(shop(), /^503 not ready: the commerce API does not answer$/);
      expect(await read(shop(), "/healthz")).toBe("200 ok");
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await becomes(shop(), /^200 ready$/);
    expect(apiPid(shop())).toBe(pid);
  });

  test("ends when a killed API cannot restart, because a newer version changed its data [OPS-09]", async () => {
    const databases = createSqliteDatabases(shop().dataDir);
    const db = await databases.open("acme");
    await db.transaction((tx) => tx.insertInto("migrations").values({ name: "999-tomorrow", applied_at: 1 }).execute());
    process.kill(apiPid(shop()), "SIGKILL");
    await becomes(shop(), /^503 not ready: the commerce API (does not answer|has ended)$/);
    await waitUntil(() => shop().log.includes("a newer version of Awning wrote the data of brand acme"));

    await db.transaction((tx) => tx.deleteFrom("migrations").where("name", "=", "999-tomorrow").execute());
    await db.close();
    await becomes(shop(), /^200 ready$/);
    expect((await send(shop().url("acme", "/search?q=card"))).status).toBe(200);
  });
});

describe("when the database is unreachable", () => {
  const BRANDS = Array.from({ length: 6 }, (_, index) => (index === 0 ? "acme" : `acme-${index}`));
  let place: Awaited<ReturnType<typeof createTestDatabases>>;
  let proxy: FaultProxy;
  let shop: Shop;
  beforeAll(async () => {
    place = await createTestDatabases("postgres", { isPatient: false });
    const url = new URL(place.url!);
    proxy = await new FaultProxy({ port: Number(url.port || 5432) }).start();
    url.host = `127.0.0.1:${proxy.port}`;
    const tenants = Object.fromEntries(BRANDS.map((id) => [id, {}]));
    shop = await startShop({ tenants, env: { DATABASE_URL: url.href } });
  });
  afterAll(async () => {
    await shop[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await place.databases.close();
    await place.drop();
  });

  test("is not ready, logs errors of a kind as one line for all brands, and recovers without a restart [OPS-02]", async () => {
    const from = shop.log.length;
    proxy.fault = { cutAfterBytes: 0 };
    proxy.cutAll();
    await becomes(shop, /^503 not ready: the database cannot be reached \(\w+\)$/);
    const answers = await Promise.all(BRANDS.map((id) => send(shop.url(id, "/search?q=tea"))));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([502]);
    const errors = shop.log
      .slice(from)
      .split("\n")
      .filter((line) => /"level":[45]0/.test(line));
    // Seven loops of six brands failed again and again, and six requests.
    expect(errors.length).toBeGreaterThan(1);
    expect(errors.length).toBeLessThan(20);
    expect(errors.filter((line) => line.includes("work in the background failed")).length).toBeGreaterThan(0);

    proxy.fault = {};
    await becomes(shop, /^200 ready$/);
    await waitFor(async () => expect((await send(shop.url("acme", "/search?q=tea"))).status).toBe(200));
  });

  test("kills the API with the storefront even while all its connections hang [OPS-01]", async () => {
    const pid = apiPid(shop);
    proxy.fault = { isBlackhole: true };
    await becomes(shop, /^503 not ready: the database/);
    shop.signal("SIGKILL");
    await waitUntil(() => isGone(pid));
    expect(shop.log).not.toContain("did not finish within"); // it stopped before its hard stop
  });
});

describe("a program alone", () => {
  let place: Awaited<ReturnType<typeof createTestDatabases>>;
  let proxy: FaultProxy;
  let tenants: string;
  beforeEach(async () => {
    tenants = mkdtempSync(join(tmpdir(), "awning-tenants-"));
    mkdirSync(join(tenants, "acme"));
    writeFileSync(join(tenants, "acme", "tenant.json"), JSON.stringify({ id: "acme", hostnames: ["acme.localhost"] }));
    place = await createTestDatabases("postgres", { isPatient: false });
    proxy = await new FaultProxy({ port: Number(new URL(place.url!).port || 5432) }).start();
  });
  afterEach(async () => {
    await proxy[Symbol.asyncDispose]();
    await place.databases.close();
    await place.drop();
    rmSync(tenants, { recursive: true });
  });

  test.each([
    ["an API", "api/server.ts", { COMMERCE_API_HOST: LOOPBACK_WITH_KEY }, "COMMERCE_API_PORT"],
    ["a worker", "api/worker.ts", {}, "METRICS_PORT"],
  ])("answers 503 while %s has no database, and 200 once it is back [OPS-02]", async (_, script, env, setting) => {
    const port = await freePort();
    const url = Object.assign(new URL(place.url!), { host: `127.0.0.1:${proxy.port}` });
    const own = { ...env, [setting]: String(port), DATABASE_URL: url.href, DATA_DIR: "/proc/awning" };
    const program = new Replica(script, port, { ...SECRETS, ...own, TENANTS_DIR: tenants });
    const is = (answer: RegExp) =>
      waitFor(async () => {
        const { status, text } = await program.ask("/readyz");
        expect(`${status} ${text.trim()}`).toMatch(answer);
      });
    try {
      await program.start();
      proxy.fault = { cutAfterBytes: 0 };
      proxy.cutAll();
      await is(/^503 /);
      expect((await program.ask("/healthz")).status).toBe(200);
      proxy.fault = {};
      await is(/^200 /);

      proxy.fault = { isBlackhole: true };
      await is(/^503 /);
      proxy.fault = {};
      proxy.cutAll();
      await is(/^200 /);
      expect(program.isRunning).toBe(true);
    } finally {
      await program.kill9();
    }
  });
});

/** Shortens the ten seconds of api/supervisor.ts to one. */
const SOONER = `const { setTimeout } = globalThis;
globalThis.setTimeout = (run, ms, ...args) => setTimeout(run, ms === 10_000 ? 1_000 : ms, ...args);`;

test("stops although the API is frozen [OPS-05]", async () => {
  const env = { NODE_OPTIONS: preload(SOONER) };
  await using shop = await startShop({ tenants: { acme: {} }, env });
  const pid = apiPid(shop);
  process.kill(pid, "SIGSTOP");
  expect(await shop.stop()).toBe(1);
  expect(isGone(pid)).toBe(true);
  expect(shop.log).toContain("the commerce API did not stop; killing it");
});
