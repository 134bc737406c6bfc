import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

import type { Ran, Surroundings } from "../cli/cli.ts";

/** Runs `awning ARGS` in a separate process, for a test of the process itself. */
export async function runCliProcess(args: string[], { env = {}, input = "" }: Surroundings = {}): Promise<Ran> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ["cli/awning.ts", ...args], { env: { PATH, NODE_COMPILE_CACHE, ...env } });
  child.stdin.on("error", () => {}); // it may exit without reading
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, stdout, stderr } as Ran;
}
