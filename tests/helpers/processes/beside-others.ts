import { preload } from "./preload.ts";

/** Threads that hash and processes that read files lower their priority. Beside other tests they would get no time. */
const KEEP_PRIORITY = `os.setPriority = () => {};
syncBuiltinESMExports();`;

/** A program that the machine gives no time would take that for a backend that does not answer. */
const EXTEND_DEADLINES = `const isBusy = () => os.loadavg()[0] > 5 * os.availableParallelism();
if (!process.env.REAL_DEADLINES) AbortSignal.timeout = (ms) => {
  const controller = new AbortController();
  const wait = (extensions) =>
    setTimeout(() => {
      if (isBusy() && extensions > 0) return wait(extensions - 1);
      controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    }, ms).unref();
  wait(9);
  return controller.signal;
};`;

const SCRIPT = `import os from "node:os";
import { syncBuiltinESMExports } from "node:module";
${KEEP_PRIORITY}
${EXTEND_DEADLINES}`;

/**
 * NODE_OPTIONS of a program that runs beside other tests: all its parts keep its priority, and deadlines are ten times as
 * long while five programs or more want each core, unless it has REAL_DEADLINES. Its own options follow.
 */
export const besideOthers = (options = "") => `${preload(SCRIPT)} ${options}`.trim();
