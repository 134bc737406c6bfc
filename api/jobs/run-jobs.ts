import { setTimeout } from "node:timers/promises";

import type { Writer } from "../db/database.ts";
import { UnusableFile } from "../domain/files/text-encoding.ts";
import { setDeletion } from "../repositories/jobs/job-files.ts";
import { claimJob, findClaimable, findJob, type JobRow, updateClaimed } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import { cleanNext } from "./clean-jobs.ts";
import { JobProblem, NotNow, PassingProblem, type Slice, type Tallies } from "./job-kind.ts";
import { JOB_KIND_NAMES, kindOf } from "./kinds.ts";
import { keepRefused } from "./refused-rows.ts";

/** A process works on a job for this time before others get their turn. */
const RUN_MS = 5_000;
/** Longer than any slice. After it, another process continues. */
export const CLAIM_MS = 60_000;
const PAUSE_MS = 30_000;
/** The pause before a job tries again to get a resource that another one uses. */
const SOON_MS = 2_000;
/** The most times that a job begins or fails without a committed slice. */
const MOST_FAILURES = 5;
/** No error was caught: the process ran out of memory, or its machine failed. */
const STOPPED = `The program stopped ${MOST_FAILURES} times while it worked on this, so it is not tried again. The log of the program may say more.`;

/**
 * Works on the next job for some seconds. Each slice is committed with the job's cursor, so that a kill repeats nothing
 * and loses nothing.
 * @returns true when more may be due
 */
export async function runJobs(shop: Shop, signal?: AbortSignal): Promise<boolean> {
  const { db, clock } = shop;
  const hasCleaned = await cleanNext(shop);
  const now = clock.now();
  const found = await findClaimable(db.read, JOB_KIND_NAMES, now);
  if (found === undefined) return hasCleaned;
  const job = await db.transaction((tx) => claimJob(tx, found, { now, until: now + CLAIM_MS }));
  if (job !== undefined) await runClaimed(shop, job, signal);
  return true;
}

/** The pause between two checks by `finishJob` for a job that another process has ended. */
const LOOK_MS = 200;

/** Works on a job until it has ended. If another process works on it, that one continues. @returns the job */
export async function finishJob(shop: Shop, id: string): Promise<JobRow> {
  const { db, clock } = shop;
  for (;;) {
    const job = (await findJob(db.read, id))!;
    if (job.finished_at !== null) return job;
    const now = clock.now();
    const claimed =
      job.claimed_until <= now
        ? await db.transaction((tx) => claimJob(tx, job, { now, until: now + CLAIM_MS }))
        : undefined;
    await (claimed === undefined ? setTimeout(LOOK_MS) : runClaimed(shop, claimed));
  }
}

async function runClaimed(shop: Shop, claimed: JobRow, signal?: AbortSignal) {
  const { db } = shop;
  const kind = kindOf(claimed);
  let until: number | undefined;
  let job = claimed;
  try {
    if (await endEarly(shop, claimed)) return;
    for await (const slice of kind.slices(shop, claimed)) {
      until ??= performance.now() + RUN_MS; // reading a file may take longer, and each turn begins with it
      const next = await db.transaction((tx) => commitSlice(tx, shop, job, slice));
      if (next?.state !== "running") return;
      job = next;
      if (performance.now() < until && !signal?.aborted) continue;
      // Its wait begins now, behind those that have waited for longer.
      await db.transaction((tx) => updateClaimed(tx, job, { claimed_until: shop.clock.now() }));
      return;
    }
    await db.transaction((tx) => endJob(tx, shop, job, { state: "done" }));
  } catch (error) {
    await db.transaction((tx) => noteFailure(tx, shop, job, error));
    if (![JobProblem, UnusableFile, PassingProblem, NotNow].some((expected) => error instanceof expected)) throw error;
  } finally {
    if (kind.changesCatalogue) await db.announceCatalogue();
  }
}

/** Ends a job that must not begin again: it was cancelled, or its processes have crashed. @returns true if it ended the job */
async function endEarly(shop: Shop, job: JobRow): Promise<boolean> {
  const isCancelled = job.cancel_asked_at !== null;
  if (!isCancelled && job.failures <= MOST_FAILURES) return false;
  const end: End = isCancelled ? { state: "cancelled" } : { state: "failed", problem: STOPPED };
  await shop.db.transaction((tx) => endJob(tx, shop, job, end));
  return true;
}

/** @returns the job; undefined when another process has it */
async function commitSlice(tx: Writer, shop: Shop, job: JobRow, slice: Slice): Promise<JobRow | undefined> {
  const held = await updateClaimed(tx, job, { state: "running" });
  if (held === undefined) return undefined;
  if (held.cancel_asked_at !== null) return endJob(tx, shop, held, { state: "cancelled" });
  const { tallies, columns = [], refused = [] } = await slice.apply(tx);
  await keepRefused(tx, shop, held, { columns, rows: refused });
  return updateClaimed(tx, held, {
    cursor: JSON.stringify(slice.cursor),
    done: slice.done,
    tallies: JSON.stringify(add(JSON.parse(held.tallies) as Tallies, { ...tallies, refused: refused.length })),
    failures: 0,
    claimed_until: shop.clock.now() + CLAIM_MS,
  });
}

function add(one: Tallies, other: Tallies): Tallies {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}

type End = { state: "done" | "cancelled" } | { state: "failed"; problem: string };

/** Only the input of a check with good rows is kept, for the job that applies it. */
async function endJob(tx: Writer, shop: Shop, job: JobRow, end: End) {
  const now = shop.clock.now();
  const { good = 0 } = JSON.parse(job.tallies) as Tallies;
  const ended = await updateClaimed(tx, job, { ...end, finished_at: now, clean_at: now });
  if (ended === undefined) return undefined;
  const isKept = end.state === "done" && kindOf(job).follower !== undefined && good > 0;
  if (!isKept) await setDeletion(tx, job.id, "input", now);
  return ended;
}

/** A problem of the file ends its job; any other failure may pass, so the job is tried again. */
async function noteFailure(tx: Writer, shop: Shop, job: JobRow, error: unknown) {
  if (error instanceof JobProblem || error instanceof UnusableFile)
    return endJob(tx, shop, job, { state: "failed", problem: error.message });
  const now = shop.clock.now();
  // The claim has counted a failure.
  if (error instanceof NotNow)
    return updateClaimed(tx, job, { claimed_until: now + SOON_MS, failures: job.failures - 1 });
  // The claim has counted this failure, unless a slice was committed since.
  const failures = Math.max(1, job.failures);
  const held = await updateClaimed(tx, job, { failures });
  if (held === undefined) return undefined;
  if (held.cancel_asked_at !== null) return endJob(tx, shop, held, { state: "cancelled" });
  const { mostTries = MOST_FAILURES } = error as { mostTries?: number };
  if (failures < mostTries) return updateClaimed(tx, held, { claimed_until: now + PAUSE_MS });
  const problem = error instanceof PassingProblem ? error.message : "Something failed on our side. The log says more.";
  return endJob(tx, shop, held, { state: "failed", problem });
}
