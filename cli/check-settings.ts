import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { type Env, parseEnv } from "../api/env.ts";
import { getDataKeys } from "../api/shop/bootstrap.ts";
import { OVERRIDES, refuseExposed } from "../config/exposure.ts";
import { formatProblem } from "../config/load.ts";
import type { Tenant } from "../config/schema.ts";
import { checkServices } from "./check-services.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Finding } from "./finding.ts";
import { listSharingBrands } from "./secure-database.ts";

const ENVIRONMENT = "environment";
const setting = (field: string, reason: string): Finding => ({ file: ENVIRONMENT, field, reason });

/** The settings as the API reads them, and what is wrong with them. */
export function readSettings(): { env?: Env; findings: Finding[] } {
  const parsed = parseEnv(process.env);
  return "env" in parsed
    ? { env: parsed.env, findings: [] }
    : { findings: parsed.problems.map(({ field, reason }) => setting(field, reason)) };
}

/** The doors that are open although a brand is public, and a note for each that is open on purpose. */
export function checkExposure(env: Env, tenants: Tenant[]): Finding[] {
  const hasProxy = !["", "0", undefined].includes(process.env.TRUST_PROXY);
  const deployment = { ...env, hasMailServer: env.SMTP_URL !== undefined, hasProxy };
  const { problems } = refuseExposed({ tenants, problems: [] }, env.TENANTS_DIR, deployment);
  const lines = new Map(problems.map(({ file, field, reason }) => [`${file} ${field}`, { file, field, reason }]));
  const overrides = Object.entries(OVERRIDES)
    .filter(([name]) => env[name as keyof typeof OVERRIDES] === "1")
    .map(([name, consequence]) => ({ ...setting(name, consequence), isRemark: true }));
  return [...lines.values(), ...overrides];
}

/** A line of the storefront's refusal: a setting, or a brand's file and field, and the reason. */
const REFUSAL = /^(?:(.+tenant\.json): (?=[a-z])|(?=[A-Z]))([\w.]+): (.*)$/;

/**
 * What the storefront says of its own settings: the module that reads them runs in a process of its own.
 * @param known what was found already
 */
export function checkStorefrontSettings(known: Finding[]): Finding[] {
  const reader = fileURLToPath(new URL("../app/env.server.ts", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [reader], { encoding: "utf8" });
  if (status === 0) return [];
  const knownLines = known.map(formatProblem);
  const knownFields = known.map(({ field }) => field);
  const lines = stderr.split("\n").filter((line) => line !== "" && !knownLines.includes(line));
  const findings = lines.map((line): Finding => {
    const [, file, field, reason] = REFUSAL.exec(line) ?? [];
    if (reason === undefined) return setting("", `cannot be read: ${line}`);
    return { file: file ?? ENVIRONMENT, field: field!, reason };
  });
  return findings.filter(({ field }) => field === "" || !knownFields.includes(field));
}

/** What the settings lack for these brands. */
export async function checkSettings(env: Env, tenants: Tenant[]): Promise<Finding[]> {
  const embedded = tenants.filter(({ api }) => api.url === "embedded");
  if (embedded.length === 0) return [];
  const findings = [
    ...checkDataDir(env.DATA_DIR),
    ...checkKeys(env, embedded),
    ...(await checkDatabase(env, embedded)),
    ...(await checkServices(env)),
  ];
  if (process.env.COMMERCE_API_PORT === "0") {
    findings.push(setting("COMMERCE_API_PORT", `0 starts no API, but ${names(embedded)} needs the embedded one`));
  }
  return findings;
}

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

async function checkDatabase({ DATABASE_URL }: Env, embedded: Tenant[]): Promise<Finding[]> {
  if (DATABASE_URL === undefined) return [];
  try {
    const sharing = await listSharingBrands(
      DATABASE_URL,
      embedded.map(({ id }) => id),
    );
    if (sharing.length === 0 || embedded.length < 2) return [];
    const reason = `${sharing.join(", ")}: one database user reaches these brands; "awning database secure" separates them`;
    return [{ ...setting("DATABASE_URL", reason), isRemark: true }];
  } catch (error) {
    return [setting("DATABASE_URL", explainFailure(error) ?? (error as Error).message)];
  }
}
