import { Console } from "node:console";
import type { Readable, Writable } from "node:stream";

/** The environment and the streams of one run of a command: those of the process, or those of a test. */
export type Streams = {
  env: NodeJS.ProcessEnv;
  stdin: Readable;
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable;
};

/** The only access of a command to its process. */
export type Terminal = Pick<Streams, "env" | "stdin" | "stdout"> & {
  /** Prints a line on standard output. */
  print(line?: string): void;
  /** Prints a line on standard error. */
  printError(line: string): void;
  /** Sets the exit code to 1. The command continues. */
  fail(): void;
};

/** @returns the terminal, and a function that returns true once the command has called `fail` */
export function openTerminal({ env, stdin, stdout, stderr }: Streams): { terminal: Terminal; hasFailed(): boolean } {
  const { log, error } = new Console(stdout, stderr);
  let hasFailed = false;
  const print = (...line: [string?]) => log(...line);
  const fail = () => void (hasFailed = true);
  return { terminal: { env, stdin, stdout, print, printError: error, fail }, hasFailed: () => hasFailed };
}
