import { sql } from "kysely";

import { keepRequest } from "../../request-id.ts";
import { retryConflicts, type Writer } from "../database.ts";
import type { RunInTransaction } from "../transaction.ts";

/** At most so many share a commit: the first of them waits for the last. */
const MAX_GROUP = 32;

type Job = { run(tx: Writer): Promise<unknown>; resolve(value: any): void; reject(error: unknown): void };
type Outcome = () => void;

/**
 * Runs transactions one after the other, and those that wait at the same time in one commit: a commit costs a sync of
 * the disk, which is the same for one as for thirty. Each has a savepoint, so that one that throws takes back nothing
 * but its own, and none is answered before the commit that holds it.
 */
export function createGroupCommit(runInTransaction: RunInTransaction): RunInTransaction {
  const waiting: Job[] = [];
  let isRunning = false;

  async function runAll() {
    isRunning = true;
    while (waiting.length > 0) {
      // Requests that have come in by now are read first, so that they share the commit.
      await new Promise((resolve) => setImmediate(resolve));
      await runGroup(waiting.splice(0, MAX_GROUP));
    }
    isRunning = false;
  }

  async function runGroup(group: Job[]) {
    try {
      const outcomes = await retryConflicts(() => runInTransaction((tx) => runEach(tx, group)));
      for (const settle of outcomes) settle();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return (run) =>
    new Promise((resolve, reject) => {
      waiting.push({ run: keepRequest(run), resolve, reject });
      if (!isRunning) void runAll();
    });
}

async function runEach(tx: Writer, group: Job[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const job of group) outcomes.push(await runOne(tx, job));
  return outcomes;
}

async function runOne(tx: Writer, { run, resolve, reject }: Job): Promise<Outcome> {
  await sql`savepoint one`.execute(tx);
  try {
    const value = await run(tx);
    await sql`release one`.execute(tx);
    return () => resolve(value);
  } catch (error) {
    // A full disk makes SQLite take back the whole group, savepoints and all: then it has failed for that reason.
    await sql`rollback to one`.execute(tx).catch(() => {
      throw error;
    });
    await sql`release one`.execute(tx);
    return () => reject(error);
  }
}
