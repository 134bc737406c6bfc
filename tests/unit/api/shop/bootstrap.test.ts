import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import { type Env, parseEnv } from "../../../../api/env.ts";
import { findExposed, readEmbeddedTenants } from "../../../../api/shop/bootstrap.ts";

const log = pino({ level: "silent" });
let dir: string;

function write(id: string, hostname: string) {
  mkdirSync(join(dir, id), { recursive: true });
  writeFileSync(join(dir, id, "tenant.json"), JSON.stringify({ id, hostnames: [hostname] }));
}

function envWith(settings: Record<string, string> = {}): Env {
  const parsed = parseEnv({ TENANTS_DIR: dir, ...settings });
  if (!("env" in parsed)) throw new Error("the settings of this test are wrong");
  return parsed.env;
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "awning-tenants-"));
  write("acme", "acme.localhost");
});
afterEach(() => rmSync(dir, { recursive: true }));

test("does not open a brand that becomes public and exposed while the API runs", () => {
  const before = readEmbeddedTenants(envWith(), log);
  write("acme", "gifts.acme.example");
  write("maple", "gifts.maple.example");
  expect(readEmbeddedTenants(envWith(), log, before).map(({ hostnames }) => hostnames)).toEqual([["acme.localhost"]]);
});

test("stops a start for a setting that a public brand lacks, and leaves a brand closed for what its file says", () => {
  expect(findExposed(envWith())).toEqual([]);
  write("maple", "gifts.maple.example");
  expect(findExposed(envWith()).map(({ field }) => field)).toEqual(["SMTP_URL"]);
  const mailed = envWith({ SMTP_URL: "smtp://127.0.0.1:1" });
  expect(findExposed(mailed)).toEqual([]);
  expect(readEmbeddedTenants(mailed, log).map(({ id }) => id)).toEqual(["acme"]);
  rmSync(join(dir, "acme"), { recursive: true });
  expect(findExposed(mailed).map(({ field }) => field)).toEqual(["payments"]); // nothing would open
  write("acme", "acme.localhost");
  const meant = envWith({ ALLOW_SANDBOX_PAYMENTS: "1", SMTP_URL: "smtp://127.0.0.1:1" });
  expect(findExposed(meant)).toEqual([]);
  expect(readEmbeddedTenants(meant, log).map(({ id }) => id)).toEqual(["acme", "maple"]);
});
