import { spawnSync } from "node:child_process";
import { CommandError } from "./command.ts";

type Tool = "pg_dump" | "pg_restore";

/**
 * Runs a program of PostgreSQL's on the database of `url`, and answers what it printed.
 * @throws CommandError with the exact command where the program is missing, else with what it complained of.
 */
export function runTool(tool: Tool, args: string[], url?: string): string {
  const { bare, password } = splitPassword(url);
  const target = bare === undefined ? [] : [`--dbname=${bare}`];
  const ran = spawnSync(tool, [...args, ...target], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    // Not as an argument: everybody on the machine can read those.
    env: { ...process.env, ...(password === "" ? {} : { PGPASSWORD: password }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (ran.error !== undefined && "code" in ran.error && ran.error.code === "ENOENT") {
    const command = [tool, ...args.map(quote), ...(bare === undefined ? [] : ['--dbname="$DATABASE_URL"'])].join(" ");
    throw new CommandError(`${tool} is not installed here; where it is, run:\n  ${command}`);
  }
  if (ran.error !== undefined) throw ran.error;
  if (ran.status !== 0) throw new CommandError(`${tool} failed: ${ran.stderr.trim() || `exit code ${ran.status}`}`);
  return ran.stdout;
}

function splitPassword(url: string | undefined) {
  if (url === undefined) return { bare: undefined, password: "" };
  const bare = new URL(url);
  const password = decodeURIComponent(bare.password);
  bare.password = "";
  return { bare: bare.href, password };
}

const quote = (text: string) => (/^[\w./=:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
