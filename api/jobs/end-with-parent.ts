import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { isMainThread, Worker } from "node:worker_threads";

/** The file descriptor of a pipe that the parent holds open, and writes nothing to. */
export const PARENT_PIPE = 3;

/**
 * Ends this process as soon as its parent has gone, however that ended: then the system closes the pipe. A thread of its
 * own looks, because native code such as JSON.parse may hold up this one for many seconds.
 */
export function endWithParent() {
  new Worker(fileURLToPath(import.meta.url), { execArgv: [] }).unref();
}

if (!isMainThread)
  new Socket({ fd: PARENT_PIPE })
    .on("error", () => {}) // it closes after an error too
    .on("close", () => process.kill(process.pid, "SIGKILL"))
    .resume();
