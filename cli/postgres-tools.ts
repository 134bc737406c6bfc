import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

import { CommandError } from "./command.ts";

type Tool = "pg_dump" | "pg_restore";

type Call = {
  /** The database; absent: the program needs none. */
  url?: string;
  input?: AsyncIterable<Buffer>;
  /** Where the program is missing: what to run where it is, made of the exact command. */
  whenMissing(command: string): string;
};

/**
 * Runs a program of PostgreSQL's and gives what it prints, as it comes.
 * @throws CommandError when the program is missing or fails; the error of `input` when that fails
 */
export async function* runTool(tool: Tool, args: string[], { url, input, whenMissing }: Call): AsyncGenerator<Buffer> {
  const { bare, password } = splitPassword(url);
  const child = spawn(tool, [...args, ...(bare === undefined ? [] : [`--dbname=${bare}`])], {
    // Not as an argument: everybody on the machine can read those.
    env: { ...process.env, ...(password === "" ? {} : { PGPASSWORD: password }) },
    stdio: ["pipe", "pipe", "pipe"],
  });
  try {
    await once(child, "spawn");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const command = [tool, ...args.map(quote), ...(bare === undefined ? [] : ['--dbname="$DATABASE_URL"'])].join(" ");
    throw new CommandError(`${tool} is not installed here; where it is, run:\n  ${whenMissing(command)}`);
  }
  const ended = once(child, "close") as Promise<[number | null]>;
  const complaint = text(child.stderr);
  const fed = pipeline(input ?? [], child.stdin).catch((error: NodeJS.ErrnoException) => error);
  try {
    yield* child.stdout;
    const [code] = await ended;
    const feedError = await fed;
    // A program that has read enough, or has failed, stops reading.
    if (feedError && feedError.code !== "EPIPE" && feedError.code !== "ERR_STREAM_PREMATURE_CLOSE") throw feedError;
    if (code !== 0) throw new CommandError(`${tool} failed: ${(await complaint).trim() || `exit code ${code}`}`);
  } finally {
    child.kill(); // the reader has given up
  }
}

function splitPassword(url: string | undefined) {
  if (url === undefined) return { bare: undefined, password: "" };
  const bare = new URL(url);
  const password = decodeURIComponent(bare.password);
  bare.password = "";
  return { bare: bare.href, password };
}

const quote = (word: string) => (/^[\w./=:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
