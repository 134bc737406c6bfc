import { sql } from "kysely";

import { runOutsideSpans } from "../../../config/process/tracing.ts";
import { keepRequest } from "../../base/request-id.ts";
import { retryConflicts, type RunInTransaction, type Writer } from "../database.ts";

/** Most transactions in one commit: the first of them waits for the last. */
const MAX_GROUP = 32;

type Job = { run(tx: Writer): Promise<unknown>; resolve(value: any): void; reject(error: unknown): void };
type Outcome = () => void;

/**
 * Runs transactions one after another and commits waiting ones together, because a commit of any size costs one disk sync. Each
 * transaction has a savepoint, so that a failure rolls back only its own changes. Each resolves only after the commit.
 */
export function createGroupCommit(runInTransaction: RunInTransaction): RunInTransaction {
  const waiting: Job[] = [];
  let isRunning = false;

  async function runAll() {
    isRunning = true;
    while (waiting.length > 0) {
      // First reads requests that have already arrived, so that they share the commit.
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
      // The loop continues for other transactions.
      if (!isRunning) void runOutsideSpans(runAll);
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
    // On a full disk, SQLite rolls back the whole group with its savepoints. The original error is then the reason.
    await sql`rollback to one`.execute(tx).catch(() => {
      throw error;
    });
    await sql`release one`.execute(tx);
    return () => reject(error);
  }
}
