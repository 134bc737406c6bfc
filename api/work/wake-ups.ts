import type { Logger } from "pino";

import type { Clock } from "../base/clock.ts";
import { within } from "../concurrency/within.ts";
import type { ListChanged } from "../db/database.ts";
import { type BackgroundWorker, DEADLINE_MS } from "./background-worker.ts";
import { createWorkLoop, type WorkLoop } from "./work-loop.ts";

const PERIOD_MS = 1_000;
/** Shops that look for due work at the same time. Requests need the other connections. */
const MOST_AT_ONCE = 4;
/** A look is one query, which the database ends sooner. */
const LOOK_MS = 5_000;
/**
 * Each shop looks for work after this time without an announcement. This finds changes by hand-written SQL, and the last commit
 * of a process on a lost machine.
 */
const SWEEP_MS = 2 * 60_000;

type Options = { listChanged: ListChanged; clock: Clock; log: Logger };

/** The target of a wake-up: a shop's worker, or a shop that opens for its work. */
type Sleeper = Pick<BackgroundWorker, "dueAt"> & { beginDue(now: number): Promise<void> };

export type WakeUps = {
  /** From now on wakes these workers, by the tenant's id, and no others. It wakes each of them once at the beginning. */
  replace(workers: ReadonlyMap<string, Sleeper>): void;
  stop(): Promise<void>;
  look(): ReturnType<WorkLoop["look"]>;
};

/**
 * One timer for all shops of a process. A worker looks for due work after a change of its shop's data by any process, or at the
 * time that its last look found. All other workers sleep.
 */
export function createWakeUps({ listChanged, clock, log }: Options): WakeUps {
  let workers: ReadonlyMap<string, Sleeper> = new Map();
  let sweep: Iterator<Sleeper> = workers.values();
  let owed = 0;
  let timer: NodeJS.Timeout | undefined;
  const waiting = new Set<Sleeper>();
  let running = 0;

  async function findDue() {
    const changed = await listChanged();
    for (const id of changed === "all" ? workers.keys() : changed) {
      const worker = workers.get(id);
      if (worker !== undefined) worker.dueAt = 0;
    }
    for (const worker of nextToSweep()) worker.dueAt = 0;
    const now = clock.now();
    for (const worker of workers.values()) if (worker.dueAt <= now) waiting.add(worker);
    while (running < MOST_AT_ONCE && waiting.size > 0) void lookAtWaiting();
  }

  /** The workers whose turn is in this period, so that not all shops look at once. */
  function* nextToSweep() {
    for (owed += (workers.size * PERIOD_MS) / SWEEP_MS; owed >= 1; owed--) {
      const { value, done } = sweep.next();
      if (done) sweep = workers.values();
      else yield value;
    }
  }

  async function lookAtWaiting() {
    running++;
    for (const worker of waiting) {
      waiting.delete(worker);
      await within(LOOK_MS, "looking for due work", worker.beginDue(clock.now())).catch(fail);
    }
    running--;
  }

  const fail = (error: unknown) => log.error({ err: error, work: "wake-ups" }, "work in the background failed");

  const loop = createWorkLoop(
    { name: "wake-ups", run: findDue, deadlineMs: DEADLINE_MS },
    {
      onError: fail,
      onLate: () => log.error({ work: "wake-ups" }, `work in the background takes longer than ${DEADLINE_MS} ms`),
    },
  );

  return {
    replace(next) {
      workers = next;
      sweep = workers.values();
      waiting.clear();
      timer ??= setInterval(() => void loop.wake(), PERIOD_MS);
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      waiting.clear();
      await loop.stop();
    },
    look: () => loop.look(),
  };
}
