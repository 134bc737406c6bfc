import { z } from "zod";
import { loadTenants } from "../tenants/load.ts";
import { areAllLoopback, demoSecret } from "../tenants/loopback.ts";
import { usesPlainHttp } from "../tenants/origin.ts";

/** "" counts as absent, so that `SESSION_SECRET= npm start` means what it looks like. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);

const port = z.coerce.number().int().min(0).max(65_535);

const EnvSchema = z.object({
  NODE_ENV: optional(z.enum(["development", "production", "test"]).default("development")),
  HOST: optional(z.string().default("127.0.0.1")),
  PORT: optional(port.default(3000)),
  /** The embedded commerce API's port on 127.0.0.1; 0 = it is not started and no tenant may use it. */
  COMMERCE_API_PORT: optional(port.default(4000)),
  TENANTS_DIR: optional(z.string().default("tenants")),
  DATA_DIR: optional(z.string().default("data")),
  /** How many proxies stand in front, or their addresses in CIDR form, comma separated. */
  TRUST_PROXY: optional(
    z
      .string()
      .regex(/^(\d{1,2}|[0-9a-fA-F:./, ]+)$/, { error: "must be a number of proxies or a list of addresses" })
      .default("0")
      .transform((value) => (/^\d+$/.test(value) ? Number(value) : value.split(/[, ]+/).filter(Boolean))),
  ),
  /** What the kept pages of all tenants may take together; 0 keeps none. */
  /** GET /metrics for Prometheus on a port of its own; absent: nowhere. */
  METRICS_PORT: optional(port.optional()),
  METRICS_HOST: optional(z.string().default("127.0.0.1")),
  PAGE_CACHE_MB: optional(z.coerce.number().int().min(0).max(4_096).default(32)),
  ALLOW_HTTP: optional(z.literal("1").optional()),
  LOG_LEVEL: optional(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info")),
  /** Signs the cookies that the server itself reads back; several, comma separated: the first signs, all verify. */
  SESSION_SECRET: optional(z.string().min(32, { error: "must hold at least 32 characters" }).optional()),
  /** Proves to the embedded API that X-Forwarded-For comes from the storefront; server.ts makes one at each start. */
  FORWARD_KEY: optional(z.string().optional()),
});

/** The storefront's only reader of process.env. A bad value stops the process at boot with one line for each fault. */
function readEnv() {
  const parsed = EnvSchema.safeParse(process.env);
  if (!parsed.success) {
    return refuse(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const { SESSION_SECRET, ...env } = parsed.data;
  const exposed = env.ALLOW_HTTP === "1" ? [] : loadTenants(env.TENANTS_DIR).tenants.filter(usesPlainHttp);
  if (exposed.length > 0) {
    return refuse(
      exposed.map(({ id, origin }) => `${id}: ${origin} is neither https nor a loopback name (see ALLOW_HTTP)`),
    );
  }
  return { ...env, SESSION_SECRETS: (SESSION_SECRET ?? makeSessionSecret(env)).split(",") };
}

function makeSessionSecret({ TENANTS_DIR, DATA_DIR }: { TENANTS_DIR: string; DATA_DIR: string }) {
  if (!areAllLoopback(loadTenants(TENANTS_DIR).tenants)) {
    return refuse([
      "SESSION_SECRET: is required as soon as a brand has a public hostname (try: openssl rand -base64 32)",
    ]);
  }
  return demoSecret(DATA_DIR, "session");
}

function refuse(problems: string[]): never {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

export const env = readEnv();
export type Env = typeof env;
