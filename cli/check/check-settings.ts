import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type Env, findApiPortClashes, findOpenApi, parseEnv } from "../../api/base/env.ts";
import { findServer } from "../../api/db/servers/servers.ts";
import { findSplitStaff } from "../../api/staff/find-split-staff.ts";
import { getDataKeys } from "../../api/tenancy/bootstrap.ts";
import { OVERRIDES, refuseExposed } from "../../config/brand/exposure.ts";
import { formatProblem } from "../../config/brand/load.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { makeFolder } from "../../config/process/make-folder.ts";
import { explainFailure } from "../command/explain-failure.ts";
import { listPoolerLacks, listSharingBrands } from "../database/secure-database.ts";
import { checkApi } from "./check-api.ts";
import { checkServices } from "./check-services.ts";
import type { Finding } from "./finding.ts";

const ENVIRONMENT = "environment";
const setting = (field: string, reason: string): Finding => ({ file: ENVIRONMENT, field, reason });

/** Reads the API's settings and reports invalid ones. */
export function readSettings(values: NodeJS.ProcessEnv): { env?: Env; findings: Finding[] } {
  const parsed = parseEnv(values);
  return "env" in parsed
    ? { env: parsed.env, findings: [] }
    : { findings: parsed.problems.map(({ field, reason }) => setting(field, reason)) };
}

/** The owner of an environment. `shop` is the storefront with the API that it starts. */
export type Program = "shop" | "storefront" | "api" | "worker";
export const PROGRAMS: readonly Program[] = ["shop", "storefront", "api", "worker"];

/** Reports security gaps of a deployment with a public brand, and notes those that are open on purpose. */
export function checkExposure(values: NodeJS.ProcessEnv, env: Env, tenants: Tenant[], program: Program): Finding[] {
  // The mail server is the API's and the worker's, the proxy the storefront's.
  const hasMailServer = program === "storefront" || env.SMTP_URL !== undefined;
  const knowsProxy = program === "shop" || program === "storefront";
  const hasProxy = !knowsProxy || !["", "0", undefined].includes(values.TRUST_PROXY);
  const deployment = { ...env, hasMailServer, hasProxy };
  const { problems } = refuseExposed({ tenants, problems: [] }, env.TENANTS_DIR, deployment);
  const lines = new Map(problems.map(({ file, field, reason }) => [`${file} ${field}`, { file, field, reason }]));
  const overrides = Object.entries(OVERRIDES)
    .filter(([name]) => env[name as keyof typeof OVERRIDES] === "1")
    .map(([name, consequence]) => ({ ...setting(name, consequence), isRemark: true }));
  return [...lines.values(), ...overrides];
}

/** A line among the storefront's errors: a setting, or a brand's file and field, and the reason. */
const REFUSAL = /^(?:(.+tenant\.json): (?=[a-z])|(?=[A-Z]))([\w.]+): (.*)$/;

/**
 * Reports the storefront's errors in its own settings. The module that reads them runs in a separate process.
 * @param known findings that are not reported again
 */
export function checkStorefrontSettings(values: NodeJS.ProcessEnv, known: Finding[]): Finding[] {
  const reader = fileURLToPath(new URL("../../app/base/env.server.ts", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [reader], { encoding: "utf8", env: values });
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

/** Checks that the settings suffice for these brands. */
export async function checkSettings(
  values: NodeJS.ProcessEnv,
  env: Env,
  tenants: Tenant[],
  program: Program,
): Promise<Finding[]> {
  const embedded = tenants.filter(({ api }) => api.url === "embedded");
  if (program === "storefront") return checkApiElsewhere(values, env, embedded);
  if (embedded.length === 0) return [];
  const findings = [
    ...(program === "api" ? checkApiAlone(env) : []),
    ...noteProgram(env, program),
    ...(needsDataDir(env, embedded) ? checkDataDir(env.DATA_DIR) : []),
    ...checkKeys(env, embedded),
    ...(await checkDatabases(env, embedded)),
    ...noteSplitStaff(env, embedded),
    ...noteShownLinks(env),
    ...(await checkServices(env)),
  ];
  if (program === "shop" && values.COMMERCE_API_PORT === "0") {
    findings.push(setting("COMMERCE_API_PORT", `0 starts no API, but ${names(embedded)} needs the embedded one`));
  }
  return findings;
}

const checkApiAlone = (env: Env) =>
  [...findOpenApi(env), ...findApiPortClashes(env)].map(({ field, reason }) => setting(field, reason));

/** A missing setting is among the storefront's own findings. */
async function checkApiElsewhere(
  { COMMERCE_API_URL = "" }: NodeJS.ProcessEnv,
  env: Env,
  embedded: Tenant[],
): Promise<Finding[]> {
  if (!/^https?:$/.test(URL.parse(COMMERCE_API_URL)?.protocol ?? "") || env.FORWARD_KEY === undefined) return [];
  const [FORWARD_KEY = ""] = env.FORWARD_KEY;
  return checkApi({ COMMERCE_API_URL, FORWARD_KEY, tenantsDir: env.TENANTS_DIR }, embedded);
}

/** Notes on settings that require another step. */
function noteProgram({ METRICS_PORT, BACKGROUND_WORK }: Env, program: Program): Finding[] {
  const note = (field: string, reason: string) => [{ ...setting(field, reason), isRemark: true }];
  if (program === "worker" && !METRICS_PORT)
    return note("METRICS_PORT", "is not set: nothing answers the worker's probes");
  if (program === "api" && BACKGROUND_WORK === "0") return note("BACKGROUND_WORK", "is 0: a worker must run as well");
  return [];
}

function noteSplitStaff(env: Env, embedded: Tenant[]): Finding[] {
  const reason = findSplitStaff(env, embedded);
  return reason === undefined ? [] : [{ ...setting("DATABASE_URL", reason), isRemark: true }];
}

/** The links in question are those of invitations and new passwords. */
const noteShownLinks = ({ CONSOLE_HOSTNAME, SMTP_URL, STAFF_MAIL_FROM }: Env): Finding[] =>
  CONSOLE_HOSTNAME && SMTP_URL && !STAFF_MAIL_FROM
    ? [{ ...setting("STAFF_MAIL_FROM", "is not set: who invites a member sees the member's link"), isRemark: true }]
    : [];

/** With PostgreSQL, a key and a mail server, nothing is written there. */
const needsDataDir = ({ DATABASE_URL, DATA_KEY, SMTP_URL }: Env, embedded: Tenant[]) =>
  DATA_KEY === undefined ||
  SMTP_URL === undefined ||
  embedded.some(
    ({ seed, database = DATABASE_URL === undefined ? "sqlite" : "DATABASE_URL" }) =>
      seed === "demo" || database === "sqlite",
  );

const names = (tenants: Tenant[]) => tenants.map(({ id }) => id).join(", ");

function checkKeys(env: Env, embedded: Tenant[]): Finding[] {
  try {
    getDataKeys(env, embedded);
    return [];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== undefined) return [setting("DATA_DIR", message)]; // a demo's key is a file in DATA_DIR
    return [setting("DATA_KEY", message.replace(/^DATA_KEY /, ""))];
  }
}

function checkDataDir(dataDir: string): Finding[] {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK);
    return [];
  } catch (error) {
    return [setting("DATA_DIR", (error as Error).message)];
  }
}

/** Every server that the environment or a brand names must answer; brands of one server should have separate roles. */
async function checkDatabases(env: Env, embedded: Tenant[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const brandsOf = new Map(Object.keys(env.databaseUrls).map((name) => [name, [] as string[]]));
  for (const { id, database } of embedded) {
    try {
      const { name } = findServer(env, database);
      brandsOf.get(name)?.push(id);
    } catch (error) {
      const file = join(env.TENANTS_DIR, id, "tenant.json");
      findings.push({ file, field: "database", reason: explainFailure(error) ?? (error as Error).message });
    }
  }
  for (const [name, brands] of brandsOf) findings.push(...(await checkServer(name, env.databaseUrls[name]!, brands)));
  return findings;
}

async function checkServer(name: string, url: string, brands: string[]): Promise<Finding[]> {
  try {
    const sharing = await listSharingBrands(url, brands);
    const remarks = await listPoolerLacks(url);
    if (sharing.length > 0 && brands.length > 1) {
      const names = sharing.join(", ");
      remarks.push(`${names}: one database user can reach these brands; "awning database secure" separates them`);
    }
    return remarks.map((reason) => ({ ...setting(name, reason), isRemark: true }));
  } catch (error) {
    return [setting(name, explainFailure(error) ?? (error as Error).message)];
  }
}
