import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { parseFile } from "../../../api/jobs/parse-file.ts";

/** The file that is read. The program parses other JSON while it starts. */
const FILE = "{}";

/** Signals its start, and never ends. */
const STUCK = `import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
const { parse } = JSON;
if (isMainThread) JSON.parse = (text, reviver) => {
  if (text !== "${FILE}") return parse(text, reviver);
  writeFileSync(process.env.STARTED, "");
  for (;;);
};`;

/**
 * Starts a process that reads a file, whose reader never returns from a call that stands for native code. Linux.
 * @returns the process, and its reader's id
 */
export async function startStuckReader() {
  const parent = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface(parent.stdout), "line")) as [string];
  return { parent, reader: Number(line) };
}

/** True if the process exists and has not ended. An ended one may stay as a zombie until its parent reads its status. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false; // it has gone
  }
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "awning-stuck-"));
  const [node, preload, started] = [join(folder, "node"), join(folder, "stuck.mjs"), join(folder, "started")];
  writeFileSync(preload, STUCK);
  writeFileSync(node, `#!/bin/sh\nSTARTED="${started}" exec "${process.execPath}" --import "${preload}" "$@"\n`);
  chmodSync(node, 0o755);
  process.execPath = node;
  const reading = parseFile({ brand: "acme", format: "json", bytes: Buffer.from(FILE) });
  const reader = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim();
  const looking = setInterval(() => {
    if (!existsSync(started)) return;
    clearInterval(looking);
    rmSync(folder, { recursive: true });
    process.stdout.write(`${reader}\n`);
  }, 20);
  await reading;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
