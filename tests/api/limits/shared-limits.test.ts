import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, test } from "vitest";

// Attempts counted in Redis by API processes as replicas have them. Where no Redis runs, what needs one does not exist;
// CI has one.

const REDIS_URL = process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379";
const hasRedis = process.env.CI !== undefined || (await canConnect());
if (!hasRedis) console.warn(`No Redis at ${REDIS_URL} (TEST_REDIS_URL): shared limits are not tested.`);

async function canConnect() {
  const client = createClient({ url: REDIS_URL, socket: { reconnectStrategy: false, connectTimeout: 1_000 } });
  client.on("error", () => {}); // connect() rejects with it
  return client.connect().then(
    () => (client.destroy(), true),
    () => false,
  );
}
const folder = mkdtempSync(join(tmpdir(), "awning-limits-"));
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null) continue;
    child.disconnect();
    await once(child, "exit");
  }
  rmSync(folder, { recursive: true });
});

/** Redis keeps the counts of former runs. */
const run = randomUUID().slice(0, 8);
const [BRAND, DEVICES, FIRST, SECOND] = [`a${run}`, `b${run}`, `c${run}`, `d${run}`];
for (const id of [BRAND, DEVICES, FIRST, SECOND]) {
  mkdirSync(join(folder, "tenants", id), { recursive: true });
  writeFileSync(
    join(folder, "tenants", id, "tenant.json"),
    JSON.stringify({ id, hostnames: [`${id}.localhost`], branding: { organization_name: id } }),
  );
}

/** An API process of the brands; its output, and one failed login. */
async function startReplica(redisUrl: string) {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    COMMERCE_API_PORT: "0",
    DATA_DIR: join(folder, "data"),
    TENANTS_DIR: join(folder, "tenants"),
    REDIS_URL: redisUrl,
  };
  const child = fork("api/server.ts", { silent: true, env });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (text) => (output += String(text)));
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const post = (brand: string, path: string, body: object, device = "") =>
    fetch(`http://127.0.0.1:${port}/${brand}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-awning-device": device },
      body: JSON.stringify(body),
    });
  const failLogin = async (brand: string, username: string, device?: string) => {
    const body = { username, password: "Wrong@2026", grant_type: "password" };
    const response = await post(brand, "/user/login/", body, device);
    await response.text();
    return response.status;
  };
  return { post, failLogin, output: () => output };
}

type Replica = Awaited<ReturnType<typeof startReplica>>;

const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

if (hasRedis) {
  let one: Replica;
  let other: Replica;
  const both = (index: number) => (index % 2 === 0 ? one : other);
  beforeAll(async () => {
    one = await startReplica(REDIS_URL);
    other = await startReplica(REDIS_URL);
  });

  test("two replicas share one limit: of forty failed logins at once they check five [AUTH-01] [AUTH-02]", async () => {
    const username = "asha@example.test";
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => both(index).failLogin(BRAND, username)),
    );
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([5, 35]);
    expect(await one.failLogin(BRAND, "somebody-else@example.test")).toBe(400);
  });

  test("two replicas share one limit for a known device, which strangers' failures do not use up", async () => {
    const [username, password] = ["asha@example.test", "Monsoon@2026"];
    await one.post(DEVICES, "/user/signup/", { username: "Asha", email: username, password });
    const login = await one.post(DEVICES, "/user/login/", { username, password });
    const { device_token: device } = (await login.json()) as { device_token: string };
    for (let tries = 0; tries < 6; tries++) await one.failLogin(DEVICES, username);
    expect(await other.failLogin(DEVICES, username)).toBe(429);
    const burst = Array.from({ length: 20 }, (_, index) => both(index).failLogin(DEVICES, username, device));
    const statuses = await Promise.all(burst);
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([5, 15]);
  });

  test("another brand counts separately, and every key holds its brand's id and no address [TEN-05]", async () => {
    for (let tries = 0; tries < 5; tries++) expect(await one.failLogin(FIRST, "asha@example.test")).toBe(400);
    expect(await one.failLogin(FIRST, "asha@example.test")).toBe(429);
    expect(await other.failLogin(SECOND, "asha@example.test")).toBe(400);

    const redis = createClient({ url: REDIS_URL });
    await redis.connect();
    const keys = await redis.keys(`*${FIRST}*`);
    redis.destroy();
    expect(keys).toHaveLength(3);
    for (const key of keys) expect(key).toMatch(new RegExp(`^awning:${FIRST}:login-[a-z-]+:(?!.*asha)`));
  });
}

test("without Redis each process counts separately, and says so once", async () => {
  const replica = await startReplica("redis://127.0.0.1:1");
  for (let tries = 0; tries < 5; tries++) expect(await replica.failLogin(BRAND, "asha@example.test")).toBe(400);
  expect(await replica.failLogin(BRAND, "asha@example.test")).toBe(429);
  expect(replica.output().match(/Redis cannot be reached/g)).toHaveLength(1);
});
