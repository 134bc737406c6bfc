import { argon2Sync } from "node:crypto";
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

import type { HashTask } from "./hash-threads.ts";

/** A lower priority than that of the threads that answer requests. */
const NICENESS = 10;

// Only Linux sets the priority for each thread. Elsewhere the whole process would slow down. A lower priority cannot be raised
// again.
if (process.platform === "linux") setPriority(Math.max(NICENESS, getPriority()));

parentPort!.on("message", ({ password, salt, cost }: HashTask) => {
  parentPort!.postMessage(argon2Sync("argon2id", { message: password, nonce: salt, ...cost }));
});
