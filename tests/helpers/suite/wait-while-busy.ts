import { availableParallelism, loadavg } from "node:os";
import { setTimeout } from "node:timers/promises";

/** One run alone stays below it. Two at once gain nothing from more, and what they test runs into its time limits. */
const MOST_LOAD = 8 * availableParallelism();
const PAUSE_MS = 5_000;
const MOST_PAUSES = 60;

// Before each file of a whole run: it begins when the machine has room for it, at the latest after five to ten minutes.
const isWholeRun = process.env.WAIT_WHILE_BUSY === "1";
for (let pauses = 0; isWholeRun && loadavg()[0]! > MOST_LOAD && pauses < MOST_PAUSES; pauses++)
  await setTimeout(PAUSE_MS * (1 + Math.random()));
