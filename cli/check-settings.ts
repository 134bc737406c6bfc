import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { connectToServer } from "../api/db/postgres-backup.ts";
import { parseEnv, type Env } from "../api/env.ts";
import { getDataKeys } from "../api/open-shops.ts";
import { isLoopbackHostname } from "../tenants/loopback.ts";
import type { Tenant } from "../tenants/schema.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Finding } from "./finding.ts";

const ENVIRONMENT = "environment";
const setting = (field: string, reason: string): Finding => ({ file: ENVIRONMENT, field, reason });

/** The settings as the API reads them, and what is wrong with them. */
export function readSettings(): { env?: Env; findings: Finding[] } {
  const parsed = parseEnv(process.env);
  return "env" in parsed
    ? { env: parsed.env, findings: [] }
    : { findings: parsed.problems.map(({ field, reason }) => setting(field, reason)) };
}

/** What the storefront says of its own settings: the module that reads them runs in a process of its own. */
export function checkStorefrontSettings(): Finding[] {
  const reader = fileURLToPath(new URL("../app/env.server.ts", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [reader], { encoding: "utf8" });
  if (status === 0) return [];
  const lines = stderr.split("\n").map((line) => /^([A-Z_]+): (.*)$/.exec(line));
  const findings = lines.flatMap((match) => (match === null ? [] : [setting(match[1]!, match[2]!)]));
  return findings.length > 0 ? findings : [setting("", `cannot be read: ${stderr.trim()}`)];
}

/** What the settings lack for these brands. */
export async function checkSettings(env: Env, tenants: Tenant[]): Promise<Finding[]> {
  const embedded = tenants.filter(({ api }) => api.url === "embedded");
  if (embedded.length === 0) return [];
  const findings = [...checkDataDir(env.DATA_DIR), ...checkKeys(env, embedded), ...(await checkDatabase(env))];
  if (process.env.COMMERCE_API_PORT === "0") {
    findings.push(setting("COMMERCE_API_PORT", `0 starts no API, but ${names(embedded)} needs the embedded one`));
  }
  const open = embedded.filter(isPublic);
  if (open.length > 0 && env.SMTP_URL === undefined) {
    findings.push(setting("SMTP_URL", `is missing: without mail no shopper of ${names(open)} can confirm an address`));
  }
  return findings;
}

const isPublic = ({ hostnames }: Tenant) => !hostnames.every(isLoopbackHostname);
const names = (tenants: Tenant[]) => tenants.map(({ id }) => id).join(", ");

function checkKeys(env: Env, embedded: Tenant[]): Finding[] {
  try {
    getDataKeys(env, embedded);
    return [];
  } catch (error) {
    return [setting("DATA_KEY", (error as Error).message.replace(/^DATA_KEY /, ""))];
  }
}

function checkDataDir(dataDir: string): Finding[] {
  try {
    if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
    return [];
  } catch (error) {
    return [setting("DATA_DIR", (error as Error).message)];
  }
}

async function checkDatabase({ DATABASE_URL }: Env): Promise<Finding[]> {
  if (DATABASE_URL === undefined) return [];
  try {
    await (await connectToServer(DATABASE_URL)).close();
    return [];
  } catch (error) {
    return [setting("DATABASE_URL", explainFailure(error) ?? (error as Error).message)];
  }
}
