import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { AggregatorRegistry } from "prom-client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { runCli } from "../helpers/cli/cli.ts";
import { createTestDatabases, engines, markAsNewer } from "../helpers/database/test-database.ts";
import { SmtpServer } from "../helpers/processes/smtp-server.ts";

describe.each(engines)("the API's process on %s", (engine) => {
  let place: Awaited<ReturnType<typeof createTestDatabases>>;
  let tenantsDir: string;
  let child: ChildProcess | undefined;

  beforeEach(async () => {
    place = await createTestDatabases(engine);
    tenantsDir = mkdtempSync(join(tmpdir(), "awning-tenants-"));
    writeTenant("acme");
  });
  afterEach(async () => {
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    await place.databases.close();
    await place.drop();
    rmSync(tenantsDir, { recursive: true });
  });

  function writeTenant(id: string, more: object = {}) {
    mkdirSync(join(tenantsDir, id), { recursive: true });
    const tenant = { id, hostnames: [`${id}.localhost`], branding: { organization_name: id }, ...more };
    writeFileSync(join(tenantsDir, id, "tenant.json"), JSON.stringify(tenant));
  }

  const settings = () => ({
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    COMMERCE_API_PORT: "0",
    DATA_DIR: place.dataDir,
    TENANTS_DIR: tenantsDir,
    ...(place.url === undefined ? {} : { DATABASE_URL: place.url }),
  });

  /** Starts the program as the storefront does; resolves when it listens or has ended. */
  async function start(more: Record<string, string> = {}) {
    const output: string[] = [];
    const env = { ...settings(), ...more };
    child = fork("api/server.ts", { silent: true, env });
    for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (text) => output.push(String(text)));
    // Its "close" does not come after disconnect(); that of its streams does, and then the output is whole.
    const closed = [once(child.stdout!, "close"), once(child.stderr!, "close")];
    const ended = Promise.all([once(child, "exit"), ...closed]).then(([[code]]) => ({ code: code as number | null }));
    const listening = once(child, "message").then(([message]) => message as { type: string; port: number });
    const first = await Promise.race([listening, ended]);
    const port = "port" in first ? first.port : undefined;
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    return { first, ended, port, status, process: child, env, output: () => output.join("") };
  }

  test("tells its parent the port, ignores signals to the group, and exits when its parent is gone", async () => {
    writeTenant("elsewhere", { api: { url: "https://api.example" } });
    const api = await start();
    expect(api.first).toEqual({ type: "listening", port: expect.any(Number) });
    expect(await api.status("/healthz")).toBe(200);
    expect(await api.status("/elsewhere/home/")).toBe(404); // has a backend of its own
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      api.process.kill(signal);
      expect([signal, await api.status("/acme/home/")]).toEqual([signal, 200]);
    }
    api.process.disconnect();
    expect(await api.ended).toEqual({ code: 0 });
  });

  test("without a parent it drains on SIGTERM", async () => {
    const alone = spawn(process.execPath, ["api/server.ts"], { env: settings() });
    child = alone;
    for await (const lines of alone.stdout.iterator({ destroyOnReturn: false })) if (/listening/.test(lines)) break;
    alone.kill("SIGTERM");
    expect(await once(alone, "exit")).toEqual([0, null]);
  });

  test("adds a new tenant and removes an old one when the folder changes, and keeps the others after a bad file [TEN-10]", async () => {
    const api = await start();
    expect(await api.status("/globex/home/")).toBe(404);
    writeTenant("globex");
    await expect.poll(() => api.status("/globex/home/")).toBe(200);

    rmSync(join(tenantsDir, "globex"), { recursive: true });
    writeTenant("broken", { hostnames: [] });
    await expect.poll(() => api.status("/globex/home/")).toBe(404);
    expect(await api.status("/acme/home/")).toBe(200);
    await expect.poll(api.output).toContain("broken/tenant.json: hostnames");
  });

  test("refuses, like every command, a brand whose schema is of a newer version, and says so [OPS-07]", async () => {
    await markAsNewer(place, "acme", "999-tomorrow");
    const line = /a newer version of Awning wrote the data of brand acme \(schema 999-tomorrow; /;
    const api = await start();
    expect(await api.ended).toEqual({ code: 1 });
    expect(api.output()).toMatch(line);
    const command = await runCli(["stock", "list", "acme"], { env: api.env });
    expect(command).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(line) });
    expect(command.stderr.trim().split("\n")).toHaveLength(1);
  });

  // What follows is the same with any database.
  if (engine === "postgres") return;

  test("exits when its parent is gone before it listens", async () => {
    child = fork("api/server.ts", { silent: true, env: settings() });
    child.disconnect();
    expect(await once(child, "exit")).toEqual([1, null]);
  });

  test("refuses to start for an exposed brand, with every reason", async () => {
    writeTenant("acme", { hostnames: ["shop.example"] });
    const api = await start({ DATA_KEY: Buffer.alloc(32).toString("base64") });
    expect(await api.ended).toEqual({ code: 1 });
    expect(api.output()).toMatch(/acme\/tenant\.json: payments: .*ALLOW_SANDBOX_PAYMENTS=1/);
    expect(api.output()).toMatch(/environment: SMTP_URL: is missing/);
  });

  const signUp = (port: number | undefined, name: string) =>
    fetch(`http://127.0.0.1:${port}/acme/user/signup/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        username: "Asha Rao",
        email: `${name}@example.test`,
        password: "Gulmohar-7!",
        phone: "0000000000",
      }),
    });

  test("stops by itself even when a mail server is silent [OPS-05]", async () => {
    const smtp = await new SmtpServer("silent").start();
    const api = await start({ SMTP_URL: smtp.url });
    expect((await signUp(api.port, "asha")).status).toBe(201);
    await expect.poll(() => smtp.connections).toBe(1);
    api.process.disconnect();
    // Where the mail server held it up, it would end itself with 1.
    expect(await api.ended).toEqual({ code: 0 });
    await smtp.close();
  });

  test("reports a failing mail server at /readyz and /metrics, and answers everybody", async () => {
    const smtp = await new SmtpServer("busy").start();
    const api = await start({ SMTP_URL: smtp.url });
    const text = async (path: string) => (await fetch(`http://127.0.0.1:${api.port}${path}`)).text();
    expect(await text("/readyz")).toBe('{"notes":[]}');
    for (const name of ["asha", "badri", "chitra"]) await signUp(api.port, name);
    await expect.poll(() => text("/readyz")).toBe('{"notes":["mail waits: the mail server fails"]}');
    expect(await api.status("/readyz")).toBe(200);
    const metrics = AggregatorRegistry.aggregate([JSON.parse(await text("/metrics"))]);
    expect(await metrics.metrics()).toMatch(/^awning_mail_server_circuit_open 1$/m);
    expect(await metrics.metrics()).toMatch(/^awning_work_failures_total\{work="mail"\} 0$/m);
    await expect.poll(api.output).toContain("the mail server fails");
    expect(api.output()).not.toContain("@example");
    await smtp.close();
  });

  test("keeps the former configuration of a brand whose own file is refused, or that becomes public without a payment gateway", async () => {
    const api = await start();
    const reload = async (acme: object, added: string) => {
      writeTenant("acme", acme);
      writeTenant(added);
      api.process.kill("SIGHUP");
      await expect.poll(() => api.status(`/${added}/home/`)).toBe(200);
      const configuration = await fetch(`http://127.0.0.1:${api.port}/acme/configurator/`);
      expect(await configuration.json()).toMatchObject({ organization_name: "acme" });
    };
    const branding = { organization_name: "Changed" };
    await reload({ hostnames: [], branding }, "globex");
    await expect.poll(api.output).toContain("acme/tenant.json: hostnames");
    await reload({ hostnames: ["shop.example"], branding }, "initech");
    await expect.poll(api.output).toContain("ALLOW_SANDBOX_PAYMENTS=1");
  });

  test("refuses to start with bad settings, in one line for each, without a secret", async () => {
    const lines = {
      COMMERCE_API_PORT: ["many", 'must be a whole number from 0 to 65535, and is "many"'],
      LOG_LEVEL: ["loud", expect.stringContaining("Invalid option")],
      DATA_KEY: ["c2hvcnQ=", "key 1 must be 32 bytes in base64"],
      REDIS_URL: ["localhost:6379", "must begin with redis:// or rediss://"],
      DATABASE_URL: ["mysql://localhost", "must begin with postgres://"],
    };
    const api = await start(
      Object.fromEntries(Object.entries(lines).map(([name, [value]]) => [name, value as string])),
    );
    expect(await api.ended).toEqual({ code: 1 });
    const printed = api.output().trim().split("\n");
    expect(Object.fromEntries(printed.map((line) => line.split(/: (.*)/).slice(0, 2)))).toEqual(
      Object.fromEntries(Object.entries(lines).map(([name, [, reason]]) => [name, reason])),
    );
    expect(printed).toHaveLength(5);
  });

  test("refuses to listen beyond loopback without the keys that its storefronts and replicas share", async () => {
    const api = await start({ COMMERCE_API_HOST: "0.0.0.0" });
    expect(await api.ended).toEqual({ code: 1 });
    expect(api.output()).toMatch(/FORWARD_KEY: is required where COMMERCE_API_HOST is not a loopback address/);
    expect(api.output()).toMatch(/DATA_KEY: is required/);
  });

  test("does no work in the background with BACKGROUND_WORK=0, and a worker over the same files does", async () => {
    const smtp = await new SmtpServer().start();
    const api = await start({ SMTP_URL: smtp.url, BACKGROUND_WORK: "0" });
    await signUp(api.port, "asha");
    await new Promise((resolve) => setTimeout(resolve, 2_500)); // two rounds
    expect(smtp.connections).toBe(0);
    const worker = spawn(process.execPath, ["api/worker.ts"], { env: { ...api.env, METRICS_PORT: "0" } });
    await expect.poll(() => smtp.connections).toBe(1);
    worker.kill("SIGTERM");
    expect(await once(worker, "exit")).toEqual([0, null]);
    await smtp.close();
  });

  test("refuses to start without DATA_KEY where a brand can be reached from outside", async () => {
    writeTenant("acme", { hostnames: ["shop.example"] });
    const rehearsal = { ALLOW_SANDBOX_PAYMENTS: "1", ALLOW_MAIL_AS_FILES: "1" };
    const without = await start(rehearsal);
    expect(await without.ended).toEqual({ code: 1 });
    expect(without.output()).toContain("DATA_KEY is missing");
    const api = await start({ ...rehearsal, DATA_KEY: Buffer.alloc(32, 1).toString("base64") });
    expect(await api.status("/acme/home/")).toBe(200);
  });
});
