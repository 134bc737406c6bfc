import { existsSync, readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { setTimeout } from "node:timers/promises";

/** With more, two runs at once gain nothing, and the programs under test meet their time limits. */
const MOST_RUNNABLE = 8 * availableParallelism();
const PAUSE_MS = 1_000;
const MOST_PAUSES = 300;

// Before each file of a whole run: it begins when the machine has room for it, at the latest after five to ten minutes.
const isWholeRun = process.env.WAIT_WHILE_BUSY === "1";
for (let pauses = 0; isWholeRun && countRunnable() > MOST_RUNNABLE && pauses < MOST_PAUSES; pauses++)
  await setTimeout(PAUSE_MS * (1 + Math.random()));

/** Threads that want a core now; elsewhere than on Linux, in the last minute. */
function countRunnable(): number {
  const file = "/proc/loadavg";
  return existsSync(file) ? Number(/(\d+)\//.exec(readFileSync(file, "utf8"))?.[1]) : loadavg()[0]!;
}
