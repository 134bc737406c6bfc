import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import { type Env, parseEnv } from "../../../../api/base/env.ts";
import { findExposed, readEmbeddedTenants } from "../../../../api/tenancy/bootstrap.ts";

const log = pino({ level: "silent" });
let dir: string;

function write(id: string, hostname: string, settings = {}) {
  mkdirSync(join(dir, id), { recursive: true });
  writeFileSync(join(dir, id, "tenant.json"), JSON.stringify({ id, hostnames: [hostname], ...settings }));
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

test("closes a public brand whose key in a file becomes a test key after a reload, with one line", () => {
  const file = join(dir, ".key-id");
  const env = envWith({ SMTP_URL: "smtp://127.0.0.1:1", PAYMENTS_MAPLE_KEY_ID_FILE: file });
  const errors: string[] = [];
  const noting = pino(
    { level: "error" },
    { write: (line: string) => void errors.push(JSON.parse(line).msg as string) },
  );
  const read = (before: ReturnType<typeof readEmbeddedTenants>) => readEmbeddedTenants(env, noting, before);
  const ids = (tenants: typeof open) => tenants.map(({ id }) => id);
  write("maple", "gifts.maple.example", { payments: { gateway: "razorpay" } });
  writeFileSync(file, "rzp_live_1");
  const open = read([]);
  expect([ids(open), errors]).toEqual([["acme", "maple"], []]);
  writeFileSync(file, "rzp_test_1");
  const left = read(open);
  expect(ids(left)).toEqual(["acme"]);
  expect(errors).toEqual([expect.stringMatching(/has a test key .*; until then the brand is closed$/)]);
  writeFileSync(file, "rzp_live_2");
  expect(ids(read(left))).toEqual(["acme", "maple"]);
});

test("stops a start if a public brand lacks a setting, and closes a brand with a fault in its file", () => {
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

test("reports only the missing secrets for a brand's gateway, suppliers and messages", () => {
  const lines: string[] = [];
  const read = (settings: Record<string, string>) => {
    lines.length = 0;
    readEmbeddedTenants(envWith(settings), pino({}, { write: (line: string) => void lines.push(line) }));
    return lines.map((line) => (JSON.parse(line) as { level: number; variable: string }).variable);
  };
  expect(read({})).toEqual([]);
  write("acme", "acme.localhost", {
    payments: { gateway: "razorpay", mode: "hosted" },
    suppliers: { cards: { kind: "http", url: "https://cards.example/v1" } },
    messages: {
      whatsapp: { provider: "whatsapp", host: "360dialog", phoneNumberId: "1001" },
      sms: { provider: "msg91" },
    },
  });
  const [id, secret, key] = ["PAYMENTS_ACME_KEY_ID", "PAYMENTS_ACME_WEBHOOK_SECRET", "SUPPLIER_ACME_CARDS_KEY_ID"];
  const [token, callback] = ["MESSAGES_ACME_WHATSAPP_TOKEN", "MESSAGES_ACME_SMS_CALLBACK_KEY"];
  const rest = {
    PAYMENTS_ACME_KEY_SECRET: "s",
    SUPPLIER_ACME_CARDS_SECRET: "s",
    MESSAGES_ACME_WHATSAPP_CALLBACK_KEY: "c",
    MESSAGES_ACME_SMS_AUTH_KEY: "a",
  };
  expect(read({ ...rest, [secret]: " " })).toEqual([id, secret, key, token, callback]);
  expect(lines[0]).toContain(`"msg":"environment: ${id} is missing (or ${id}_FILE, the path of a file)"`);
  expect(read({ ...rest, [id]: "k", [secret]: "w", [key]: "k", [token]: "t", [callback]: "c" })).toEqual([]);
});
