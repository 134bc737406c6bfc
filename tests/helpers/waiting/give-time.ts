import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

import { deadlines } from "../../../api/concurrency/within.ts";

// For programs and tests that run beside others on a busy machine. It has no effect on a quiet one.

// Threads that hash and processes that read files lower their priority. Beside other tests they would get no time.
os.setPriority = () => {};
syncBuiltinESMExports();

const MOST_EXTENSIONS = 5;
/** Servers close a connection without an answer after a minute, and the answer to a timeout takes time, too. */
const MOST_MS = 45_000;
const isBusy = () => !process.env.REAL_DEADLINES && os.loadavg()[0]! > 5 * os.availableParallelism();

/** How often a deadline of `ms` may be extended. */
const extensionsOf = (ms: number) => Math.min(MOST_EXTENSIONS, Math.max(0, Math.floor(MOST_MS / ms) - 1));

/** Calls `end` after `ms`, or after up to six times as long while the machine is busy. @returns how to prevent that */
function wait(ms: number, end: () => void, { keepsProcess = true, extensions = extensionsOf(ms) } = {}): () => void {
  let stop = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    if (!isBusy() || extensions === 0) return end();
    stop = wait(ms, end, { keepsProcess, extensions: extensions - 1 });
  }, ms);
  if (!keepsProcess) timer.unref();
  return () => stop();
}

// A program that the machine gives no time would take that for a backend that does not answer.
deadlines.start = (ms, end) => wait(ms, end);
AbortSignal.timeout = (ms) => {
  const controller = new AbortController();
  const end = () => controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  wait(ms, end, { keepsProcess: false });
  return controller.signal;
};
