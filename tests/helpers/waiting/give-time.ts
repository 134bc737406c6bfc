import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

// For programs and tests that run beside others on a busy machine. It has no effect on a quiet one.

// Threads that hash and processes that read files lower their priority. Beside other tests they would get no time.
os.setPriority = () => {};
syncBuiltinESMExports();

const MOST_EXTENSIONS = 9;
const isBusy = () => os.loadavg()[0]! > 5 * os.availableParallelism();

// A program that the machine gives no time would take that for a backend that does not answer.
if (!process.env.REAL_DEADLINES)
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    const wait = (extensions: number): unknown =>
      setTimeout(() => {
        if (isBusy() && extensions > 0) return wait(extensions - 1);
        controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
      }, ms).unref();
    wait(MOST_EXTENSIONS);
    return controller.signal;
  };
