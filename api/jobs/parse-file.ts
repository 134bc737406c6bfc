import { spawn } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { FairQueue } from "../limits/fair-queue.ts";
import { JobProblem } from "./job-kind.ts";

const PROGRAM = fileURLToPath(new URL("./parse-program.ts", import.meta.url));
/** Shorter than the claim of a job. */
const DEADLINE_MS = 40_000;
/** JavaScript's own memory. A sheet of 32 million letters takes 390 MB in all, and what fills the memory 590 MB before it ends. */
const MEMORY = ["--max-old-space-size=256", "--max-semi-space-size=16"];
/** Below the processes that answer requests. */
const NICENESS = 10;

type File = { brand: string; format: "xlsx" | "json"; bytes: Buffer };

/** The worker of each brand asks for one at a time, so nobody is refused. */
const queue = new FairQueue({ concurrent: 1, waiting: Infinity, waitingPerNet: Infinity });

/**
 * Reads an Excel or JSON file in a process of its own with limits, so that no file can stop or end this one: a thread that
 * runs out of memory in native code, such as JSON.parse, ends its process. One file is read at a time, so that the files of
 * many brands together take no more memory.
 * @returns lines of JSON: a head, and one for each row
 * @throws JobProblem
 */
export const parseFile = (file: File, deadlineMs = DEADLINE_MS): Promise<Buffer> =>
  queue.run({ brand: file.brand, net: "" }, () => parseNow(file, deadlineMs));

async function parseNow({ format, bytes }: File, deadlineMs: number): Promise<Buffer> {
  const signal = AbortSignal.timeout(deadlineMs);
  const child = spawn(process.execPath, [...MEMORY, PROGRAM, format], {
    ...{ env: {}, signal, killSignal: "SIGKILL" },
  });
  const ended = once(child, "close") as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const output = Promise.all([buffer(child.stdout), text(child.stderr)]);
  child.stdin.on("error", () => {}); // it has ended before it has read everything: how it ends says why
  child.stdin.end(bytes);
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  try {
    const [code, killed] = await ended;
    const [lines, errors] = await output;
    if (killed !== null) throw tooBig("more memory than there is for one file");
    if (code !== 0) throw new Error(`the program that reads files ended with ${code}: ${errors.slice(-2_000)}`);
    return lines;
  } catch (error) {
    throw signal.aborted ? tooBig("too long to read") : error;
  }
}

const tooBig = (what: string) => new JobProblem(`This file takes ${what}. Split it, or send it as CSV (UTF-8).`);
