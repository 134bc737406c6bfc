import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { superviseCommerceApi } from "../../api/supervisor.ts";
import { freePort } from "../helpers/http/free-port.ts";
import { waitFor } from "../helpers/waiting/patience.ts";

const ENDED = { problem: "the commerce API has ended", notes: [] };

let folder: string;
let logged: { msg: string }[];
let api: ReturnType<typeof superviseCommerceApi>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "awning-supervised-"));
  mkdirSync(join(folder, "tenants", "acme"), { recursive: true });
  const tenant = { id: "acme", hostnames: ["acme.localhost"], branding: { organization_name: "Acme" } };
  writeFileSync(join(folder, "tenants", "acme", "tenant.json"), JSON.stringify(tenant));
  vi.stubEnv("DATA_DIR", join(folder, "data"));
  vi.stubEnv("TENANTS_DIR", join(folder, "tenants"));
  vi.stubEnv("DATABASE_URL", undefined);
  logged = [];
  const log = pino({ level: "info" }, { write: (line) => void logged.push(JSON.parse(line)) });
  api = superviseCommerceApi({ port: await freePort(), key: "key-of-the-tests-only", log });
  await api.ready;
});
afterEach(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});
const restarts = () => logged.filter(({ msg }) => msg === "commerce API exited; restarting it").length;

test("a process that is stopped is not started again", async () => {
  expect([await api.stop(), restarts(), await api.readHealth()]).toEqual([true, 0, ENDED]);
});

test("a process that ends by itself is started again, and is stopped for good also while it waits for that", async () => {
  api.kill();
  await waitFor(async () => {
    expect(restarts()).toBe(1);
    expect(await api.readHealth()).not.toEqual(ENDED);
  });
  api.kill();
  await waitFor(() => expect(restarts()).toBe(2));
  await api.stop();
  expect([restarts(), await api.readHealth()]).toEqual([2, ENDED]);
});

test("a process that is stopped during a restart is not started again", async () => {
  const restarted = api.restart();
  expect(await api.stop()).toBe(true);
  await restarted;
  expect([restarts(), await api.readHealth()]).toEqual([0, ENDED]);
});
