import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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
    deployment: { hasMailServer: true, hasProxy: true, secrets: {} },
    log,
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

test("updates the state of public brands after each reading", () => {
  write("maple", { id: "maple", hostnames: ["gifts.maple.example"], api: { url: "https://api.maple.example" } });
  registry.reload();
  expect(registry.hasPublicBrand()).toBe(true);
  rmSync(join(dir, "maple"), { recursive: true });
  registry.reload();
  expect(registry.hasPublicBrand()).toBe(false);
});

test("lets a proxy get certificates for known names, for loopback names only while no brand is public", () => {
  expect([registry.isServed("acme.localhost"), registry.isServed("other.localhost")]).toEqual([true, false]);
  write("maple", { id: "maple", hostnames: ["gifts.maple.example"], api: { url: "https://api.maple.example" } });
  registry.reload();
  expect([registry.isServed("gifts.maple.example"), registry.isServed("acme.localhost")]).toEqual([true, false]);
});

test("reads the folders of a mounted ConfigMap, and again when their links are exchanged", async () => {
  const publish = (version: string, ids: string[]) => {
    for (const id of ids) write(join(`..${version}`, id), { id, hostnames: [`${id}.localhost`] });
    symlinkSync(`..${version}`, join(dir, "..data_tmp"));
    renameSync(join(dir, "..data_tmp"), join(dir, "..data"));
  };
  publish("one", ["larch"]);
  symlinkSync("..data/larch", join(dir, "larch"));
  symlinkSync("..data/rowan", join(dir, "rowan")); // leads nowhere yet
  await expect.poll(() => registry.all().map(({ id }) => id)).toEqual(["acme", "globex", "larch"]);
  publish("two", ["larch", "rowan"]);
  await expect.poll(() => registry.all().map(({ id }) => id)).toEqual(["acme", "globex", "larch", "rowan"]);
});

test("keeps the brands while the folder cannot be read", () => {
  renameSync(dir, `${dir}-away`);
  registry.reload();
  expect(registry.all().map(({ id }) => id)).toEqual(["acme", "globex"]);
  renameSync(`${dir}-away`, dir);
});
