import { type Env, parseEnv } from "../../api/base/env.ts";
import { CommandError } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** Reads the API's settings. @throws CommandError with one line for each invalid setting */
export function readEnv({ env }: Pick<Terminal, "env">): Env {
  const parsed = parseEnv(env);
  if ("env" in parsed) return parsed.env;
  throw new CommandError(parsed.problems.map(({ field, reason }) => `${field}: ${reason}`).join("\n"));
}
