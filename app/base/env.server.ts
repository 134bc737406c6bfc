import { z } from "zod";

import { findConsole } from "../../config/brand/console-site.ts";
import { isDemoDeployment } from "../../config/brand/demo.ts";
import { type Deployment, findStoppers, OverrideSettings } from "../../config/brand/exposure.ts";
import { formatProblem, type Loaded, loadTenants } from "../../config/brand/load.ts";
import { areAllLoopback, isLoopbackHostname } from "../../config/brand/loopback.ts";
import { Hostname, type Tenant } from "../../config/brand/schema.ts";
import { demoSecret } from "../../config/process/demo-secret.ts";
import { ForwardKeys } from "../../config/process/forward-keys.ts";
import { findPortClashes, Port, wholeNumber } from "../../config/process/number-settings.ts";
import { TracingSettings } from "../../config/process/tracing.ts";

/** "" counts as absent, so `SESSION_SECRET= npm start` works as expected. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);

function isOrigin(text: string) {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.pathname === "/" && url.search + url.hash + url.username + url.password === "";
}

const EnvSchema = z.object({
  NODE_ENV: optional(z.enum(["development", "production", "test"]).default("production")),
  HOST: optional(z.string().default("127.0.0.1")),
  PORT: optional(Port.default(3000)),
  /** The embedded API's port on 127.0.0.1. 0: it does not start, and no tenant may use it. */
  COMMERCE_API_PORT: optional(Port.default(4000)),
  /** The origin of an embedded API that runs elsewhere: then none starts here. */
  COMMERCE_API_URL: optional(
    z
      .string()
      .refine(isOrigin, { error: "must be an origin such as http://api:4000, without a path, a query or a password" })
      .transform((url) => new URL(url).origin)
      .optional(),
  ),
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
  /** The hostname of the console. Absent: console.localhost while no brand is public, else nowhere. */
  CONSOLE_HOSTNAME: optional(Hostname.optional()),
  /** The operator's port (config/process/operator-port.ts). Absent: it is closed, and nothing is counted. */
  METRICS_PORT: optional(Port.optional()),
  METRICS_HOST: optional(z.string().default("127.0.0.1")),
  /** Memory for the cached pages of all tenants; 0 caches none. */
  PAGE_CACHE_MB: optional(wholeNumber(4_096).default(32)),
  ...TracingSettings,
  /** Continues the trace that a trusted proxy sends (TRUST_PROXY). The proxy must remove the header from clients' requests. */
  TRUST_TRACEPARENT: optional(z.literal("1", { error: "must be 1 or absent" }).optional()),
  ...OverrideSettings,
  /** The embedded API reads SMTP_URL and DATA_KEY. Here only their presence counts. */
  SMTP_URL: optional(z.string().optional()),
  DATA_KEY: optional(z.string().optional()),
  LOG_LEVEL: optional(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info")),
  /** Signs the server's own cookies. Several, separated by commas: the first signs, all verify. */
  SESSION_SECRET: optional(z.string().min(32, { error: "must hold at least 32 characters" }).optional()),
  /** Proves to the embedded API that the storefront sent X-Forwarded-For. server.ts creates one at each start. */
  FORWARD_KEY: optional(ForwardKeys.optional()),
});

const PUBLIC = "as soon as a brand has a public hostname";
const TRY = "try: openssl rand -base64 32";

/** The storefront's only reader of process.env. Bad values stop the start, with one line for each fault. */
function readEnv() {
  const parsed = EnvSchema.safeParse(process.env);
  if (!parsed.success) {
    return refuse(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const settings = parsed.data;
  const { SESSION_SECRET, SMTP_URL, DATA_KEY, ...env } = settings;
  const isApiElsewhere = env.COMMERCE_API_URL !== undefined;
  // An API that runs elsewhere checks its own settings.
  const hasMailServer = isApiElsewhere || SMTP_URL !== undefined;
  const deployment: Deployment = { ...env, hasMailServer, hasProxy: env.TRUST_PROXY !== 0, secrets: process.env };
  const loaded = readTenants(env.TENANTS_DIR);
  const { tenants } = loaded;
  const isDemo = isDemoDeployment(loaded, DATA_KEY);
  const consoleHostname = findConsole(env.CONSOLE_HOSTNAME, tenants);
  const owner = tenants.find(({ hostnames }) => hostnames.some((hostname) => hostname === consoleHostname));
  const runsApi = !isApiElsewhere && env.COMMERCE_API_PORT !== 0;
  const faults = [
    ...findClashes(settings),
    ...findConsoleFaults(settings, { consoleHostname, owner, isDemo }),
    ...new Set(findStoppers({ tenants }, env.TENANTS_DIR, deployment).map(formatProblem)),
    ...findMissingKeys(settings, { tenants, isApiElsewhere, runsApi }),
  ];
  if (faults.length > 0) return refuse(faults);
  return {
    ...env,
    deployment,
    runsApi,
    /** Missing settings for a public brand: a start with one would be refused, or would lack the console. */
    missingForPublic: [
      ...(SESSION_SECRET === undefined ? ["SESSION_SECRET"] : []),
      ...(deployment.hasProxy || env.ALLOW_NO_PROXY === "1" ? [] : ["TRUST_PROXY"]),
      ...(env.CONSOLE_HOSTNAME === undefined ? ["CONSOLE_HOSTNAME"] : []),
    ],
    /** The console has a member whose password is public (api/staff/demo-member.ts). */
    isDemo,
    CONSOLE_HOSTNAME: owner === undefined ? consoleHostname : undefined,
    /** The origin of the embedded API. */
    API_ORIGIN: env.COMMERCE_API_URL ?? `http://127.0.0.1:${env.COMMERCE_API_PORT}`,
    /** Undefined without a key: then the embedded API trusts no forwarded address. */
    FORWARD_KEY: env.FORWARD_KEY?.[0],
    SESSION_SECRETS: (SESSION_SECRET ?? readDemoSecret(env.DATA_DIR)).split(","),
  };
}

type Settings = z.output<typeof EnvSchema>;

function findClashes({ PORT, HOST, COMMERCE_API_URL, COMMERCE_API_PORT, METRICS_PORT, METRICS_HOST }: Settings) {
  const apiPort = COMMERCE_API_URL === undefined ? COMMERCE_API_PORT : 0;
  const clashes = findPortClashes([
    { setting: "PORT", port: PORT, host: HOST },
    { setting: "COMMERCE_API_PORT", port: apiPort, host: "127.0.0.1" },
    { setting: "METRICS_PORT", port: METRICS_PORT, host: METRICS_HOST },
  ]);
  return clashes.map(({ field, reason }) => `${field}: ${reason}`);
}

type Console = { consoleHostname: string | undefined; owner: Tenant | undefined; isDemo: boolean };

function findConsoleFaults({ CONSOLE_HOSTNAME }: Settings, { consoleHostname, owner, isDemo }: Console): string[] {
  if (CONSOLE_HOSTNAME === undefined) return [];
  const isOpen = isDemo && !isLoopbackHostname(CONSOLE_HOSTNAME);
  return [
    ...(owner ? [`CONSOLE_HOSTNAME: ${consoleHostname} is a hostname of brand ${owner.id}`] : []),
    ...(isOpen
      ? ["CONSOLE_HOSTNAME: is public while all brands are demos, whose console has a public password: set DATA_KEY"]
      : []),
  ];
}

type Parts = { tenants: Tenant[]; isApiElsewhere: boolean; runsApi: boolean };

function findMissingKeys(
  { SESSION_SECRET, DATA_KEY, FORWARD_KEY }: Settings,
  { tenants, isApiElsewhere, runsApi }: Parts,
): string[] {
  const embedded = tenants.filter(({ api }) => api.url === "embedded");
  const needsSecret = isApiElsewhere || !areAllLoopback(tenants);
  const needsKey = runsApi && !areAllLoopback(embedded);
  const when = isApiElsewhere ? "beside COMMERCE_API_URL" : PUBLIC;
  return [
    ...(needsSecret && SESSION_SECRET === undefined ? [`SESSION_SECRET: is required ${when} (${TRY})`] : []),
    ...(needsKey && DATA_KEY === undefined
      ? [`DATA_KEY: is required as soon as an embedded brand has a public hostname (${TRY})`]
      : []),
    ...(isApiElsewhere && FORWARD_KEY === undefined
      ? ["FORWARD_KEY: is required beside COMMERCE_API_URL: the one of that API"]
      : []),
  ];
}

function readTenants(dir: string): Loaded {
  try {
    const loaded = loadTenants(dir);
    if (loaded.tenants.length + loaded.problems.length > 0) return loaded;
    return refuse([`TENANTS_DIR: ${dir} holds no brand: make one with "awning brand new"`]);
  } catch (error) {
    return refuse([`TENANTS_DIR: ${(error as Error).message}`]);
  }
}

function readDemoSecret(dataDir: string): string {
  try {
    return demoSecret(dataDir, "session");
  } catch (error) {
    return refuse([`DATA_DIR: ${(error as Error).message}`]);
  }
}

function refuse(problems: string[]): never {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

export const env = readEnv();
export type Env = typeof env;
