import { spawn } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import type { TableColumns } from "../domain/files/table-header.ts";
import { PARENT_PIPE } from "./end-with-parent.ts";
import { JobProblem, PassingProblem } from "./job-kind.ts";
import { createReadingTurns } from "./reading-turns.ts";

const PROGRAM = fileURLToPath(new URL("./parse-program.ts", import.meta.url));
/** Shorter than the claim of a job. */
const DEADLINE_MS = 40_000;
/**
 * JavaScript's own memory. A sheet of 32 million letters takes 450 MB in all. A process that fills the memory takes 590 MB before
 * it ends.
 */
const MEMORY = ["--max-old-space-size=256", "--max-semi-space-size=16"];
/** More than one, because the machine may have been busy. */
const MOST_SLOW_TRIES = 2;
/** Below the processes that answer requests. */
const NICENESS = 10;

type File = {
  brand: string;
  format: "xlsx" | "json";
  bytes: Buffer;
  /** The columns that name a sheet's table; without them the first sheet is read. */
  kind?: TableColumns | undefined;
};

/** A job never waits here, because after a long wait it would lose its claim. */
const turns = createReadingTurns(() => performance.now());

/**
 * Reads an Excel or JSON file in a separate process with limits, so that no file can stop or end this one: a thread that runs out
 * of memory in native code, such as JSON.parse, ends its process. One file is read at a time, so that files of many brands take
 * no more memory than one. The reader ends with this process, even if that is killed.
 * @returns lines of JSON: a head, and one for each row
 * @throws JobProblem; NotNow while another file is read; PassingProblem if the reason may be the machine or a stop from outside
 */
export const parseFile = (file: File, deadlineMs = DEADLINE_MS): Promise<Buffer> =>
  turns.take(file.brand, () => parseNow(file, deadlineMs));

async function parseNow({ format, bytes, kind }: Omit<File, "brand">, deadlineMs: number): Promise<Buffer> {
  const signal = AbortSignal.timeout(deadlineMs);
  const columns = kind === undefined ? [] : [JSON.stringify(kind)];
  const child = spawn(process.execPath, [...MEMORY, PROGRAM, format, ...columns], {
    env: {},
    signal,
    killSignal: "SIGKILL",
    stdio: ["pipe", "pipe", "pipe", "pipe"], // the last one is the PARENT_PIPE
  });
  // If there is no process, there may be no streams either.
  if (child.pid === undefined) throw (await once(child, "error"))[0];
  const ended = once(child, "close") as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const output = Promise.all([buffer(child.stdout!), text(child.stderr!)]);
  output.catch(() => {}); // if `ended` fails, its error counts
  // The program may end before it has read everything. The reason follows from its exit.
  for (const pipe of [child.stdin!, child.stdio[PARENT_PIPE]!]) pipe.on("error", () => {});
  child.stdin!.end(bytes);
  setPriority(child.pid, NICENESS);
  try {
    const [code, killed] = await ended;
    const [lines, errors] = await output;
    if (killed === OUT_OF_MEMORY) throw new JobProblem(tooBig("more memory than there is for one file"));
    if (killed !== null) throw new PassingProblem(`Reading this file was stopped (${killed}). ${SPLIT_IT}`);
    if (code !== 0) throw new ReaderFailed(`the program that reads files ended with ${code}: ${errors.slice(-2_000)}`);
    return lines;
  } catch (error) {
    throw signal.aborted ? new PassingProblem(tooBig("too long to read"), MOST_SLOW_TRIES) : error;
  }
}

/** The same file would most likely end the program again. */
class ReaderFailed extends Error {
  override name = "ReaderFailed";
  readonly mostTries = 1;
}

/** V8 ends its process in this way at its own limit. Linux sends SIGKILL if the whole machine has no more memory. */
const OUT_OF_MEMORY = "SIGABRT";
const SPLIT_IT = "Split it, or send it as CSV (UTF-8).";
const tooBig = (what: string) => `This file takes ${what}. ${SPLIT_IT}`;
