import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";

import type { FileProblem } from "../api/domain/files/catalogue-file.ts";
import { CommandError } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** Reads a text file, or standard input for `-`. @throws CommandError when it cannot be read or is not UTF-8 */
export async function readText({ stdin }: Terminal, file: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await (file === "-" ? buffer(stdin) : readFile(file));
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${(error as Error).message}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${file} is not UTF-8 text`);
  }
}

const SHOWN = 50;

/** The error for an invalid file, with each problem on its own line. */
export function refuseFile(file: string, problems: FileProblem[]): CommandError {
  const lines = problems.slice(0, SHOWN).map(({ place, reason }) => `  ${place}: ${reason}`);
  const more = problems.length > SHOWN ? [`  and ${problems.length - SHOWN} more`] : [];
  const name = file === "-" ? "standard input" : file;
  return new CommandError([`${name} is not valid; nothing was changed:`, ...lines, ...more].join("\n"));
}
