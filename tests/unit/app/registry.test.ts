import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import { createTenantRegistry, type TenantRegistry } from "#app/tenant/registry.server.ts";

let dir: string;
let registry: TenantRegistry;
const log = pino({ level: "silent" });

function write(id: string, tenant: unknown = { id, hostnames: [`${id}.localhost`] }) {
  mkdirSync(join(dir, id), { recursive: true });
  writeFileSync(join(dir, id, "tenant.json"), typeof tenant === "string" ? tenant : JSON.stringify(tenant));
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "awning-tenants-"));
  write("acme");
  write("globex");
  registry = createTenantRegistry({
    dir,
    deployment: { hasMailServer: true, hasProxy: true },
    log,
    onChange: () => {},
  });
});
afterEach(() => {
  registry.close();
  rmSync(dir, { recursive: true });
});

test("keeps a brand's last good configuration when its file breaks", () => {
  const before = registry.findTenant("acme.localhost");
  write("acme", "{ broken");
  registry.reload();
  expect(registry.findTenant("acme.localhost")).toBe(before);
  expect(before).toMatchObject({ id: "acme" });
});

test("drops a brand whose folder is removed, and keeps the others", () => {
  rmSync(join(dir, "acme"), { recursive: true });
  registry.reload();
  expect(registry.all().map(({ id }) => id)).toEqual(["globex"]);
  expect(registry.findTenant("acme.localhost")).toBeUndefined();
});

test("keeps the former configuration of a brand that becomes public and exposed while the shop runs", () => {
  write("acme", { id: "acme", hostnames: ["gifts.acme.example"] });
  registry.reload();
  expect(registry.findTenant("gifts.acme.example")).toBeUndefined();
  expect(registry.findTenant("acme.localhost")).toMatchObject({ id: "acme" });
  expect(registry.hasPublicBrand()).toBe(false);
});

test("knows after each reading whether a brand is public", () => {
  write("maple", { id: "maple", hostnames: ["gifts.maple.example"], api: { url: "https://api.maple.example" } });
  registry.reload();
  expect(registry.hasPublicBrand()).toBe(true);
  rmSync(join(dir, "maple"), { recursive: true });
  registry.reload();
  expect(registry.hasPublicBrand()).toBe(false);
});
