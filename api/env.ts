import { z } from "zod";

import { OverrideSettings } from "../config/exposure.ts";
import { type Key, parseDataKeys } from "./domain/keys.ts";

const LogLevel = z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]);

const EnvSchema = z.object({
  /** 0 takes any free port. */
  COMMERCE_API_PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  DATA_DIR: z.string().default("data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must begin with postgres://" }).optional(),
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
  LOG_LEVEL: LogLevel.default("info"),
  FORWARD_KEY: z.string().min(16).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "must begin with redis:// or rediss://" }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must begin with smtp:// or smtps://" }).optional(),
  /** The storefront's: where the sandbox delivers its notifications on loopback names. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  ...OverrideSettings,
  NODE_ENV: z.string().default("development"),
});

export type Env = z.output<typeof EnvSchema>;

/** What is wrong with a setting, in words for an operator that never repeat a secret. */
export type SettingProblem = { field: string; reason: string };

/** The API's settings out of an environment, or what is wrong with it. */
export function parseEnv(values: NodeJS.ProcessEnv): { env: Env } | { problems: SettingProblem[] } {
  // An empty value, as compose files write it, is an absent one.
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
  const parsed = EnvSchema.safeParse(given);
  if (parsed.success) return { env: parsed.data };
  return { problems: parsed.error.issues.map(({ path, message }) => ({ field: path.join("."), reason: message })) };
}

/** This process' settings; a bad value ends it with one line for each that names it. */
export function readEnv(): Env {
  const parsed = parseEnv(process.env);
  if ("env" in parsed) return parsed.env;
  for (const { field, reason } of parsed.problems) console.error(`${field}: ${reason}`);
  process.exit(1);
}
