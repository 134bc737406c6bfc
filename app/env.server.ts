import { z } from "zod";

import { type Deployment, OverrideSettings, refuseExposed } from "../config/exposure.ts";
import { formatProblem, loadTenants } from "../config/load.ts";
import { areAllLoopback, demoSecret } from "../config/loopback.ts";
import type { Tenant } from "../config/schema.ts";

/** "" counts as absent, so `SESSION_SECRET= npm start` works as it looks. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);

const port = z.coerce.number().int().min(0).max(65_535);

const EnvSchema = z.object({
  NODE_ENV: optional(z.enum(["development", "production", "test"]).default("development")),
  HOST: optional(z.string().default("127.0.0.1")),
  PORT: optional(port.default(3000)),
  /** The embedded API's port on 127.0.0.1. 0: it does not start, and no tenant may use it. */
  COMMERCE_API_PORT: optional(port.default(4000)),
  TENANTS_DIR: optional(z.string().default("tenants")),
  DATA_DIR: optional(z.string().default("data")),
  /** The number of proxies in front, or their addresses in CIDR form, separated by commas. */
  TRUST_PROXY: optional(
    z
      .string()
      .regex(/^(\d{1,2}|[0-9a-fA-F:./, ]+)$/, { error: "must be a number of proxies or a list of addresses" })
      .default("0")
      .transform((value) => (/^\d+$/.test(value) ? Number(value) : value.split(/[, ]+/).filter(Boolean))),
  ),
  /** The port of GET /metrics. Absent: no metrics. */
  METRICS_PORT: optional(port.optional()),
  METRICS_HOST: optional(z.string().default("127.0.0.1")),
  /** Memory for the kept pages of all tenants; 0 keeps none. */
  PAGE_CACHE_MB: optional(z.coerce.number().int().min(0).max(4_096).default(32)),
  ...OverrideSettings,
  /** The embedded API reads SMTP_URL and DATA_KEY. Here only their presence counts. */
  SMTP_URL: optional(z.string().optional()),
  DATA_KEY: optional(z.string().optional()),
  LOG_LEVEL: optional(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info")),
  /** Signs the server's own cookies. Several, separated by commas: the first signs, all verify. */
  SESSION_SECRET: optional(z.string().min(32, { error: "must hold at least 32 characters" }).optional()),
  /** Proves to the embedded API that the storefront sent X-Forwarded-For. server.ts creates one at each start. */
  FORWARD_KEY: optional(z.string().optional()),
});

/** The storefront's only reader of process.env. Bad values stop the start, with one line for each fault. */
function readEnv() {
  const parsed = EnvSchema.safeParse(process.env);
  if (!parsed.success) {
    return refuse(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const { SESSION_SECRET, SMTP_URL, DATA_KEY, ...env } = parsed.data;
  const deployment: Deployment = { ...env, hasMailServer: SMTP_URL !== undefined, hasProxy: env.TRUST_PROXY !== 0 };
  const tenants = readTenants(env.TENANTS_DIR);
  const isSecretMissing = SESSION_SECRET === undefined && !areAllLoopback(tenants);
  const embedded = tenants.filter(({ api }) => api.url === "embedded");
  const isKeyMissing = DATA_KEY === undefined && env.COMMERCE_API_PORT !== 0 && !areAllLoopback(embedded);
  // An exposed brand stops the start; a brand with a faulty file is only left out.
  const exposures = refuseExposed({ tenants, problems: [] }, env.TENANTS_DIR, deployment).problems;
  if (exposures.length > 0 || isSecretMissing || isKeyMissing) {
    return refuse([
      ...new Set(exposures.map(formatProblem)),
      ...(isSecretMissing
        ? ["SESSION_SECRET: is required as soon as a brand has a public hostname (try: openssl rand -base64 32)"]
        : []),
      ...(isKeyMissing
        ? ["DATA_KEY: is required as soon as an embedded brand has a public hostname (try: openssl rand -base64 32)"]
        : []),
    ]);
  }
  return { ...env, deployment, SESSION_SECRETS: (SESSION_SECRET ?? demoSecret(env.DATA_DIR, "session")).split(",") };
}

function readTenants(dir: string): Tenant[] {
  try {
    const { tenants, problems } = loadTenants(dir);
    if (tenants.length + problems.length > 0) return tenants;
    return refuse([`TENANTS_DIR: ${dir} holds no brand: make one with "awning brand new"`]);
  } catch (error) {
    return refuse([`TENANTS_DIR: ${(error as Error).message}`]);
  }
}

function refuse(problems: string[]): never {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

export const env = readEnv();
export type Env = typeof env;
