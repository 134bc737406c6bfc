import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

import { CommandError } from "../command/command.ts";

type Tool = "pg_dump" | "pg_restore" | "psql";

type Call = {
  /** The environment of the command. */
  env: NodeJS.ProcessEnv;
  /** The database URL; absent if the program needs none. */
  url?: string;
  /** The variable that holds the URL, for the printed command. */
  variable?: string;
  input?: AsyncIterable<Buffer>;
  /** The instruction for another machine if the program is missing, made from the exact command. */
  whenMissing(command: string): string;
};

/**
 * Runs a PostgreSQL program and streams its output.
 * @throws CommandError when the program is missing or fails; the error of `input` when that fails
 */
export async function* runTool(
  tool: Tool,
  args: string[],
  { env, url, variable = "DATABASE_URL", input, whenMissing }: Call,
): AsyncGenerator<Buffer> {
  const { bare, password } = splitPassword(url);
  const child = spawn(tool, [...args, ...(bare === undefined ? [] : [`--dbname=${bare}`])], {
    // The password is not an argument, because everybody on the machine can read arguments.
    env: { ...env, ...(password === "" ? {} : { PGPASSWORD: password }) },
    stdio: ["pipe", "pipe", "pipe"],
  });
  try {
    await once(child, "spawn");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const command = [tool, ...args.map(quote), ...(bare === undefined ? [] : [`--dbname="$${variable}"`])].join(" ");
    throw new CommandError(`${tool} is not installed here; on a machine that has it, run:\n  ${whenMissing(command)}`);
  }
  const ended = once(child, "close") as Promise<[number | null]>;
  const complaint = text(child.stderr);
  const fed = pipeline(input ?? [], child.stdin).catch((error: NodeJS.ErrnoException) => error);
  try {
    yield* child.stdout;
    const [code] = await ended;
    const feedError = await fed;
    // A program that has finished or failed stops reading.
    if (feedError && feedError.code !== "EPIPE" && feedError.code !== "ERR_STREAM_PREMATURE_CLOSE") throw feedError;
    if (code !== 0) throw new CommandError(`${tool} failed: ${(await complaint).trim() || `exit code ${code}`}`);
  } finally {
    child.kill(); // the reader may have stopped early
  }
}

function splitPassword(url: string | undefined) {
  if (url === undefined) return { bare: undefined, password: "" };
  const bare = new URL(url);
  // As the shop's own connection, the parameter counts before the other place.
  const password = bare.searchParams.get("password") ?? decodeURIComponent(bare.password);
  // Not by searchParams.delete, which writes a space as "+": libpq does not read that.
  bare.search = bare.search.replace(/(?<=[?&])password=[^&]*&?/g, "").replace(/[?&]$/, "");
  bare.password = "";
  return { bare: bare.href, password };
}

const quote = (word: string) => (/^[\w./=:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
