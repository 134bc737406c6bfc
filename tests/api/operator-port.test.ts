import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

let folder: string;
let env: Record<string, string | undefined>;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "awning-operator-"));
  mkdirSync(join(folder, "tenants", "acme"), { recursive: true });
  const acme = { id: "acme", hostnames: ["acme.localhost"] };
  writeFileSync(join(folder, "tenants", "acme", "tenant.json"), JSON.stringify(acme));
  env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    COMMERCE_API_PORT: "0",
    DATA_DIR: join(folder, "data"),
    TENANTS_DIR: join(folder, "tenants"),
  };
});
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  child = undefined;
  rmSync(folder, { recursive: true });
});

/** A server on a port of this machine, which nothing else can use until it closes. */
async function takePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, free: () => new Promise((resolve) => server.close(resolve)) };
}

describe.each(["api/server.ts", "api/worker.ts"])("%s alone", (program) => {
  test("says on METRICS_PORT whether it is ready", async () => {
    const { port, free } = await takePort();
    await free();
    child = spawn(process.execPath, [program], { env: { ...env, METRICS_PORT: String(port) }, stdio: "ignore" });
    const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await expect.poll(() => read().catch(() => "")).toMatch(/^awning_is_ready 1$/m);
  });

  test("does not start where METRICS_PORT is taken, and says so in one line", async () => {
    const { port, free } = await takePort();
    const started = spawn(process.execPath, [program], {
      env: { ...env, LOG_LEVEL: "error", METRICS_PORT: String(port) },
    });
    child = started;
    const [out, problem, [code]] = await Promise.all([
      text(started.stdout),
      text(started.stderr),
      once(started, "close"),
    ]);
    expect([code, out]).toEqual([1, ""]);
    const name = program === "api/server.ts" ? "The commerce API" : "The worker";
    expect(problem).toBe(
      `${name} cannot start: METRICS_PORT: 127.0.0.1:${port} cannot be used: ` +
        "another program listens there: stop it, or set METRICS_PORT\n",
    );
    await free();
  });
});

test("an API alone refuses its own port as METRICS_PORT before it opens a database", async () => {
  const { port, free } = await takePort();
  await free();
  const ports = { COMMERCE_API_PORT: String(port), METRICS_PORT: String(port) };
  const started = spawn(process.execPath, ["api/server.ts"], { env: { ...env, ...ports } });
  child = started;
  const [problem, [code]] = await Promise.all([text(started.stderr), once(started, "close")]);
  expect([code, problem]).toEqual([
    1,
    `The commerce API cannot start: METRICS_PORT: is ${port}, which COMMERCE_API_PORT uses\n`,
  ]);
});

test("an API that the storefront started leaves METRICS_PORT and the metric of readiness to it", async () => {
  const { port, free } = await takePort(); // as the storefront does
  const forked = fork("api/server.ts", {
    env: { ...env, METRICS_PORT: String(port) } as NodeJS.ProcessEnv,
    silent: true,
  });
  child = forked;
  const [message] = (await once(forked, "message")) as [{ port: number }];
  const metrics = await (await fetch(`http://127.0.0.1:${message.port}/metrics`)).text();
  expect(metrics).toContain("awning_memory_bytes");
  expect(metrics).not.toContain("awning_is_ready");
  await free();
});
