import { z } from "zod";

import { OverrideSettings } from "../../config/brand/exposure.ts";
import { isLoopbackAddress } from "../../config/brand/loopback.ts";
import { DATABASE_VARIABLE, Hostname } from "../../config/brand/schema.ts";
import { ForwardKeys } from "../../config/process/forward-keys.ts";
import { findPortClashes, Port } from "../../config/process/number-settings.ts";
import { TracingSettings } from "../../config/process/tracing.ts";
import { type Key, parseDataKeys } from "../domain/keys.ts";

const SECRET_VARIABLE = /^(PAYMENTS|SUPPLIER|MESSAGES)_/;

const LogLevel = z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]);

const DatabaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: "must begin with postgres://" });

const SettingsSchema = z.object({
  COMMERCE_API_HOST: z.string().default("127.0.0.1"),
  COMMERCE_API_PORT: Port.default(4000),
  /** 0: a worker does the work in the background. */
  BACKGROUND_WORK: z.enum(["0", "1"], { error: "must be 0 or 1" }).default("1"),
  /** The port of GET /metrics, for an API or a worker that runs alone. Absent: it is closed. */
  METRICS_PORT: Port.optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default("data"),
  DATABASE_URL: DatabaseUrl.optional(),
  /** The URLs of all PostgreSQL servers by their variable, DATABASE_URL and DATABASE_URL_NAME; tenant.json names one. */
  databaseUrls: z.record(z.string(), DatabaseUrl),
  TENANTS_DIR: z.string().default("tenants"),
  DATA_KEY: z
    .string()
    .transform((value, context): Key[] => {
      try {
        return parseDataKeys(value);
      } catch (error) {
        context.addIssue({ code: "custom", message: (error as Error).message });
        return z.NEVER;
      }
    })
    .optional(),
  /** Brands' secrets for their gateways, suppliers and messengers, and the paths of files with them (config/brand/secrets.ts). */
  secrets: z.record(z.string(), z.string()),
  LOG_LEVEL: LogLevel.default("info"),
  FORWARD_KEY: ForwardKeys.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "must begin with redis:// or rediss://" }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must begin with smtp:// or smtps://" }).optional(),
  /** The sender of mail to the staff, which the server of SMTP_URL must accept. */
  STAFF_MAIL_FROM: z.email({ error: "must be an e-mail address" }).optional(),
  /** The storefront's setting, for the links of invitations. */
  CONSOLE_HOSTNAME: Hostname.optional(),
  /** The storefront's port on this machine, to which the sandbox delivers notifications on loopback hostnames. */
  PORT: Port.default(3000),
  /** The origin of a storefront that runs elsewhere, for the same notifications. */
  STOREFRONT_URL: z.url({ protocol: /^https?$/, error: "must begin with http:// or https://" }).optional(),
  ...TracingSettings,
  ...OverrideSettings,
  NODE_ENV: z.string().default("development"),
});

const EnvSchema = SettingsSchema.superRefine((env, context) => {
  if (env.STAFF_MAIL_FROM === undefined) return;
  // Otherwise makers would see their links, although the operator expects them to be mailed.
  for (const needed of ["SMTP_URL", "CONSOLE_HOSTNAME"] as const)
    if (env[needed] === undefined)
      context.addIssue({ code: "custom", path: ["STAFF_MAIL_FROM"], message: `needs ${needed}` });
});

export type Env = z.output<typeof EnvSchema>;

/** An invalid setting. `reason` is for the operator and never repeats a secret. */
export type SettingProblem = { field: string; reason: string };

/** Parses the API's settings from environment variables, or lists the invalid ones. */
export function parseEnv(values: NodeJS.ProcessEnv): { env: Env } | { problems: SettingProblem[] } {
  // Compose files set unset variables to an empty value.
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
  const databaseUrls = Object.fromEntries(Object.entries(given).filter(([name]) => DATABASE_VARIABLE.test(name)));
  const secrets = Object.fromEntries(Object.entries(given).filter(([name]) => SECRET_VARIABLE.test(name)));
  const parsed = EnvSchema.safeParse({ ...given, databaseUrls, secrets });
  if (parsed.success) return { env: parsed.data };
  const issues = parsed.error.issues.filter(({ path }) => path[1] !== "DATABASE_URL"); // reported once
  return { problems: issues.map(({ path, message }) => ({ field: String(path.at(-1)), reason: message })) };
}

/**
 * The settings that an API lacks if other machines can reach it: anybody could call it from there, and its replicas share the
 * data.
 */
export function findOpenApi(env: Pick<Env, "COMMERCE_API_HOST" | "FORWARD_KEY" | "DATA_KEY">): SettingProblem[] {
  if (isLoopbackAddress(env.COMMERCE_API_HOST)) return [];
  const reason = `is required where COMMERCE_API_HOST is not a loopback address (try: openssl rand -base64 32)`;
  return (["FORWARD_KEY", "DATA_KEY"] as const)
    .filter((field) => env[field] === undefined)
    .map((field) => ({ field, reason }));
}

type Ports = Pick<Env, "COMMERCE_API_PORT" | "COMMERCE_API_HOST" | "METRICS_PORT" | "METRICS_HOST">;

/** The reasons why an API that runs alone cannot open both of its ports. */
export const findApiPortClashes = (env: Ports): SettingProblem[] =>
  findPortClashes([
    { setting: "COMMERCE_API_PORT", port: env.COMMERCE_API_PORT, host: env.COMMERCE_API_HOST },
    { setting: "METRICS_PORT", port: env.METRICS_PORT, host: env.METRICS_HOST },
  ]);

/** Reads this process's settings. If any are invalid, it prints one line for each and exits with code 1. */
export function readEnv(): Env {
  const parsed = parseEnv(process.env);
  if ("env" in parsed) return parsed.env;
  for (const { field, reason } of parsed.problems) console.error(`${field}: ${reason}`);
  process.exit(1);
}
