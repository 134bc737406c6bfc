import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { isMainThread, Worker } from "node:worker_threads";

/** The file descriptor of a pipe that the parent holds open without writing to it. */
export const PARENT_PIPE = 3;

/**
 * Ends this process as soon as its parent has gone, for any reason: the system then closes the pipe. A separate thread watches
 * it, because native code such as JSON.parse may block this one for many seconds.
 */
export function endWithParent() {
  new Worker(fileURLToPath(import.meta.url), { execArgv: [] }).unref();
}

if (!isMainThread)
  new Socket({ fd: PARENT_PIPE })
    .on("error", () => {}) // it closes after an error too
    .on("close", () => process.kill(process.pid, "SIGKILL"))
    .resume();
