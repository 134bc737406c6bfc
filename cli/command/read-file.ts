import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";

import type { FileProblem } from "../../api/domain/files/catalogue-file.ts";
import type { TableColumns } from "../../api/domain/files/table-header.ts";
import { UnusableFile } from "../../api/domain/files/text-encoding.ts";
import { JobProblem } from "../../api/jobs/job-kind.ts";
import { readWholeTable } from "../../api/jobs/read-whole-table.ts";
import { CommandError } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** Reads a file, or standard input for `-`. @throws CommandError when it cannot be read */
export async function readBytes({ stdin }: Terminal, file: string): Promise<Buffer> {
  try {
    return await (file === "-" ? buffer(stdin) : readFile(file));
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${(error as Error).message}`);
  }
}

/** Like readWholeTable. @throws CommandError if the file is not a table */
export const readTableFile = (brand: string, bytes: Buffer, kind: TableColumns) =>
  refuseUnusable(() => readWholeTable(brand, bytes, kind));

/** Ends a command with the reason why its file cannot be read. @throws CommandError */
export async function refuseUnusable<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof UnusableFile || error instanceof JobProblem ? new CommandError(error.message) : error;
  }
}

/** The name of a file without its folders; empty for standard input. */
export const fileName = (file: string) => (file === "-" ? "" : basename(file));

const SHOWN = 50;

/** The error for an invalid file, with each problem on its own line. */
export function refuseFile(file: string, problems: FileProblem[]): CommandError {
  const lines = problems.slice(0, SHOWN).map(({ place, reason }) => `  ${place}: ${reason}`);
  const more = problems.length > SHOWN ? [`  and ${problems.length - SHOWN} more`] : [];
  const name = file === "-" ? "standard input" : file;
  return new CommandError([`${name} is not valid; nothing was changed:`, ...lines, ...more].join("\n"));
}
