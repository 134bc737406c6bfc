import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { freePort } from "../helpers/http/free-port.ts";
import { send } from "../helpers/http/http.ts";
import { LOOPBACK_WITH_KEY, Replica, SECRETS } from "../helpers/processes/deployment.ts";
import { readLogTexts } from "../helpers/processes/log-lines.ts";
import { waitFor, waitUntil } from "../helpers/waiting/patience.ts";

// Each program in a separate process, over one SQLite file.

const MAPLE = { id: "maple", hostnames: ["maple.localhost"], seed: "demo" };

let folder: string;
let tenantsDir: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "awning-programs-"));
  tenantsDir = join(folder, "tenants");
  writeVersion(1, { maple: MAPLE });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** As Kubernetes writes a ConfigMap: the folders are links into one that a single rename exchanges. */
function writeVersion(version: number, brands: Record<string, object>) {
  for (const [id, tenant] of Object.entries(brands)) {
    mkdirSync(join(tenantsDir, `..${version}`, id), { recursive: true });
    writeFileSync(join(tenantsDir, `..${version}`, id, "tenant.json"), JSON.stringify(tenant));
  }
  symlinkSync(`..${version}`, join(tenantsDir, "..data_tmp"));
  renameSync(join(tenantsDir, "..data_tmp"), join(tenantsDir, "..data"));
  for (const id of Object.keys(brands)) {
    rmSync(join(tenantsDir, id), { force: true });
    symlinkSync(join("..data", id), join(tenantsDir, id));
  }
}

async function startApi(env: Record<string, string> = {}) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const own = { COMMERCE_API_HOST: LOOPBACK_WITH_KEY, COMMERCE_API_PORT: String(port) };
  const metrics = { METRICS_PORT: String(metricsPort) };
  const common = { ...SECRETS, TENANTS_DIR: tenantsDir, DATA_DIR: join(folder, "data") };
  return { api: new Replica("api/server.ts", port, { ...common, ...own, ...metrics, ...env }), metricsPort };
}

async function createStorefront(apiPort: number, env: Record<string, string> = {}) {
  const port = await freePort();
  const { FORWARD_KEY, SESSION_SECRET } = SECRETS;
  return new Replica("server.ts", port, {
    FORWARD_KEY,
    SESSION_SECRET,
    PORT: String(port),
    TENANTS_DIR: tenantsDir,
    DATA_DIR: "/proc/awning",
    COMMERCE_API_URL: `http://127.0.0.1:${apiPort}`,
    ...env,
  });
}

describe("the storefront with the API elsewhere", () => {
  test("is alive but not ready until the API answers, and again when it is gone", async () => {
    const { api } = await startApi();
    const storefront = await createStorefront(api.port);
    const read = () => storefront.ask("/readyz").catch(() => ({ status: 0, text: "" }));
    const becomes = (text: RegExp) => waitFor(async () => expect((await read()).text).toMatch(text));
    try {
      storefront.spawn();
      await becomes(/^not ready: the commerce API does not answer$/m);
      expect((await storefront.ask("/healthz")).status).toBe(200);
      await api.start();
      await becomes(/^ready$/m);
      const page = await send(`http://maple.localhost:${storefront.port}/search?q=card`);
      expect(page.status).toBe(200);
      await api.kill9();
      await becomes(/^not ready: the commerce API does not answer$/m);
      // Another program answers there, with another key.
      const other = await startApi({ COMMERCE_API_PORT: String(api.port), FORWARD_KEY: "another-key-of-the-tests" });
      other.api.spawn();
      await becomes(/^not ready: the commerce API refuses FORWARD_KEY$/m);
      await other.api.kill9();
      expect(storefront.log).not.toContain("uncaught");
    } finally {
      await Promise.all([storefront.kill9(), api.kill9()]);
    }
  });

  test.each([
    [
      { COMMERCE_API_URL: "http://api:4000/maple", FORWARD_KEY: "short" },
      [/^COMMERCE_API_URL: must be an origin such as/, /^FORWARD_KEY: must hold at least 16 characters/],
    ],
    [{ COMMERCE_API_URL: "postgres://api" }, [/^COMMERCE_API_URL: must be an origin such as/]],
    [
      { FORWARD_KEY: "", SESSION_SECRET: "" },
      [/^FORWARD_KEY: is required beside COMMERCE_API_URL/, /^SESSION_SECRET: is required beside COMMERCE_API_URL/],
    ],
  ])("refuses %j with one line for each", async (env, lines) => {
    const storefront = await createStorefront(1, env);
    storefront.spawn();
    expect(await storefront.ended()).toBe(1);
    await expect
      .poll(() => readLogTexts(storefront.log).toSorted())
      .toEqual(lines.map((line) => expect.stringMatching(line)));
  });
});

describe("the API alone", () => {
  let api: Replica;
  let metricsPort: number;
  beforeAll(async () => {
    ({ api, metricsPort } = await startApi());
    await api.start();
  });
  afterAll(() => api.kill9());

  test("refuses a storefront with another key, which exits and names the setting", async () => {
    const storefront = await createStorefront(api.port, { FORWARD_KEY: "another-key-of-the-tests" });
    storefront.spawn();
    expect(await storefront.ended()).toBe(1);
    await expect
      .poll(() => readLogTexts(storefront.log))
      .toEqual([
        expect.stringMatching(/^FORWARD_KEY: the API at http:\/\/127\.0\.0\.1:\d+ refuses it: both programs need/),
      ]);
    expect(storefront.log).not.toContain("another-key");
  });

  test("and its storefront find a brand that a new version of the ConfigMap brings", async () => {
    const storefront = await createStorefront(api.port);
    await storefront.start();
    const status = async () => (await send(`http://larch.localhost:${storefront.port}/search?q=card`)).status;
    expect(await status()).toBe(421);
    writeVersion(2, { maple: MAPLE, larch: { id: "larch", hostnames: ["larch.localhost"] } });
    await expect.poll(status).toBe(200);
    await storefront.kill9();
  });

  test("answers storefronts only, drains on SIGTERM, and shows its metrics on the separate port", async () => {
    const key = { "x-awning-key": SECRETS.FORWARD_KEY };
    expect((await api.ask("/maple/home/")).status).toBe(403);
    expect((await api.ask("/maple/home/", key)).status).toBe(200);
    expect((await api.ask("/metrics")).status).toBe(403);
    const metrics = await send(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(metrics.text).toMatch(/^awning_event_loop_lag_seconds\{program="api",quantile="0.99"\}/m);

    api.signal("SIGTERM");
    await waitUntil(async () => (await api.readiness()) === 503, 5);
    expect((await api.ask("/maple/home/", key)).status).toBe(200);
    expect(await api.ended()).toBe(0);
  });
});

test("the worker answers health and metrics on METRICS_PORT and nothing else, and ends on SIGTERM", async () => {
  const port = await freePort();
  const env = { ...SECRETS, TENANTS_DIR: tenantsDir, DATA_DIR: join(folder, "data"), METRICS_PORT: String(port) };
  const worker = new Replica("api/worker.ts", port, env);
  await worker.start();
  expect((await worker.ask("/healthz")).text).toBe("ok\n");
  expect((await worker.ask("/metrics")).text).toMatch(/^awning_work_failures_total\{work="mail"\} 0$/m);
  expect((await worker.ask("/maple/home/")).status).toBe(404);
  expect((await worker.ask("/known-hostname?domain=maple.localhost")).status).toBe(404);
  expect(await worker.stop()).toBe(0);
});

test("METRICS_PORT, and no other port, answers a proxy's query about the names of its certificates", async () => {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const storefront = new Replica("server.ts", port, {
    ...SECRETS,
    TENANTS_DIR: tenantsDir,
    DATA_DIR: join(folder, "data"),
    COMMERCE_API_PORT: String(await freePort()),
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
  });
  await storefront.start();
  const ask = async (domain: string) =>
    (await send(`http://127.0.0.1:${metricsPort}/known-hostname?domain=${domain}`)).status;
  expect([await ask("maple.localhost"), await ask("MAPLE.localhost")]).toEqual([200, 200]);
  expect([await ask("other.localhost"), await ask("")]).toEqual([404, 404]);
  const outside = await send(`http://maple.localhost:${port}/known-hostname?domain=maple.localhost`);
  expect(outside.status).toBe(404);
  await storefront.kill9();
});
