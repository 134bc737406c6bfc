import { argon2Sync } from "node:crypto";
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

import type { HashTask } from "./hash-threads.ts";

/** Below the threads that answer requests. */
const NICENESS = 10;

// Linux counts it by thread. Elsewhere it would slow the whole process. A priority that is lower already cannot be raised.
if (process.platform === "linux") setPriority(Math.max(NICENESS, getPriority()));

parentPort!.on("message", ({ password, salt, cost }: HashTask) => {
  parentPort!.postMessage(argon2Sync("argon2id", { message: password, nonce: salt, ...cost }));
});
