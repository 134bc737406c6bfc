import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { lockNames } from "../../db/locks.ts";
import type { PlaceInList } from "../../db/place-in-list.ts";
import type { JobTables } from "../../db/schema-jobs.ts";
import { randomId } from "../../domain/tokens.ts";
import { setDeletion } from "./job-files.ts";

export type JobRow = Selectable<JobTables["jobs"]>;

type NewJob = { kind: string; input: object; askedBy: string; now: number };

const insertJob = (tx: Writer, { kind, input, askedBy, now }: NewJob, rest: Partial<JobRow>) =>
  tx
    .insertInto("jobs")
    .values({
      id: randomId(),
      kind,
      state: "queued",
      input: JSON.stringify(input),
      cursor: null,
      asked_by: askedBy,
      created_at: now,
      finished_at: null,
      problem: null,
      cancel_asked_at: null,
      clean_at: null,
      ...rest,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * Adds a job without a file, or returns the open job of its kind with the same input.
 * @param total the total of its counts; 0 if unknown
 * @returns the job's id
 */
export async function insertOnce(tx: Writer, job: NewJob, total = 0): Promise<string> {
  await lockNames(tx, [job.kind]);
  const known = await tx
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", job.kind)
    .where("input", "=", JSON.stringify(job.input))
    .where("state", "in", ["queued", "running"])
    .executeTakeFirst();
  return known?.id ?? (await insertJob(tx, job, { total })).id;
}

/** Adds a job without a file. @param total the total of its counts; 0 if unknown */
export const insertNew = (tx: Writer, job: NewJob, total: number) => insertJob(tx, job, { total });

/** Sets the total of a new job, in the transaction that adds it. */
export const setTotal = (tx: Writer, id: string, total: number) =>
  tx.updateTable("jobs").set({ total }).where("id", "=", id).execute();

/** The newest job of these kinds for each of these inputs, by the input's JSON, that was not cancelled and has not failed. */
export async function findJobsFor(db: Reader, kinds: string[], inputs: object[]): Promise<Map<string, string>> {
  if (inputs.length === 0) return new Map();
  const rows = await db
    .selectFrom("jobs")
    .select(["id", "input"])
    .where("kind", "in", kinds)
    .where(
      "input",
      "in",
      inputs.map((input) => JSON.stringify(input)),
    )
    .where("state", "in", ["queued", "running", "done"])
    .orderBy("created_at")
    .execute();
  return new Map(rows.map(({ id, input }) => [input, id]));
}

/** True while a job of this kind waits or runs. */
export const isAnyOpen = async (db: Reader, kind: string): Promise<boolean> =>
  (await db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", kind)
    .where("state", "in", ["queued", "running"])
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Adds a job that was done at once, for the list. @returns its id */
export const insertEnded = async (
  tx: Writer,
  job: NewJob,
  { tallies, cleanAt }: { tallies: Record<string, number>; cleanAt: number },
): Promise<string> => {
  const end = { state: "done", finished_at: job.now, clean_at: cleanAt } as const;
  return (await insertJob(tx, job, { ...end, tallies: JSON.stringify(tallies) })).id;
};

/**
 * Adds a job whose file is still to come. It is deleted at `until` (ms) if the file has not arrived.
 * @param maxBytes the most bytes of the file, which count until it has arrived
 */
export const startUpload = (tx: Writer, job: NewJob, { maxBytes, until }: { maxBytes: number; until: number }) =>
  insertJob(tx, job, { state: "uploading", total: maxBytes, clean_at: until });

/** The number of open jobs, and the bytes of their files. */
export const sumOpenJobs = (db: Reader): Promise<{ jobs: number; bytes: number }> =>
  db
    .selectFrom("jobs")
    .select(({ fn }) => [fn.countAll<number>().as("jobs"), fn.sum<number>("total").as("bytes")])
    .where("state", "in", ["uploading", "queued", "running"])
    .executeTakeFirstOrThrow()
    .then(({ jobs, bytes }) => ({ jobs, bytes: Number(bytes) }));

/** Stores that the file has arrived. @returns false if it came too late */
export async function endUpload(tx: Writer, id: string, bytes: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("jobs")
    .set({ state: "queued", total: bytes, clean_at: null })
    .where("id", "=", id)
    .where("state", "=", "uploading")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes an incomplete upload. Its parts must be deleted before. */
export const dropUpload = (tx: Writer, id: string) =>
  tx.deleteFrom("jobs").where("id", "=", id).where("state", "=", "uploading").execute();

/**
 * Adds a job that applies the check `checked`, and takes over its file.
 * @returns undefined if the file is gone, such as after the first of two presses
 */
export async function insertFollower(
  tx: Writer,
  checked: JobRow,
  { total, ...job }: NewJob & Pick<JobRow, "total">,
): Promise<JobRow | undefined> {
  const follower = await insertJob(tx, job, { total });
  const { numUpdatedRows } = await tx
    .updateTable("job_files")
    .set({ job_id: follower.id })
    .where("job_id", "=", checked.id)
    .where("which", "=", "input")
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return follower;
  await tx.deleteFrom("jobs").where("id", "=", follower.id).execute();
  return undefined;
}

/**
 * A job of these kinds on which nobody works: a new one, else the one that has waited longest. Another process may claim it
 * first.
 */
export const findClaimable = (db: Reader, kinds: string[], now: number) =>
  db
    .selectFrom("jobs")
    .selectAll()
    .where("state", "in", ["queued", "running"])
    .where("claimed_until", "<=", now)
    .where("kind", "in", kinds)
    .orderBy("claimed_until")
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();

/**
 * Takes a job for this process until `until` (ms), and counts this start, because a killed process stores no failure.
 * @returns undefined if another process was faster
 */
export const claimJob = (tx: Writer, { id }: JobRow, { now, until }: { now: number; until: number }) =>
  tx
    .updateTable("jobs")
    .set(({ eb }) => ({ state: "running", claimed_until: until, failures: eb("failures", "+", 1) }))
    .where("id", "=", id)
    .where("state", "in", ["queued", "running"])
    .where("claimed_until", "<=", now)
    .returningAll()
    .executeTakeFirst();

type Change = Partial<Omit<JobRow, "id" | "kind">>;

/**
 * Changes a job that this process has claimed, and locks it until the transaction ends.
 * @returns the job; undefined when the claim has lapsed and another process has taken it
 */
export const updateClaimed = (tx: Writer, { id, claimed_until }: JobRow, change: Change) =>
  tx
    .updateTable("jobs")
    .set(change)
    .where("id", "=", id)
    .where("state", "=", "running")
    .where("claimed_until", "=", claimed_until)
    .returningAll()
    .executeTakeFirst();

/**
 * Stops a job before its next slice. A job that has not begun ends at once, and its file is deleted. @returns false if it has
 * ended
 */
export async function askToCancel(tx: Writer, id: string, now: number): Promise<boolean> {
  const ended = await tx
    .updateTable("jobs")
    .set({ state: "cancelled", cancel_asked_at: now, finished_at: now, clean_at: now })
    .where("id", "=", id)
    .where("state", "=", "queued")
    .executeTakeFirst();
  if (ended.numUpdatedRows > 0n) {
    await setDeletion(tx, id, "input", now);
    return true;
  }
  const asked = await tx
    .updateTable("jobs")
    .set({ cancel_asked_at: now })
    .where("id", "=", id)
    .where("state", "=", "running")
    .executeTakeFirst();
  return asked.numUpdatedRows > 0n;
}

/** A job with rows to delete; undefined for none. */
export const findToClean = (db: Reader, now: number) =>
  db.selectFrom("jobs").selectAll().where("clean_at", "<=", now).orderBy("clean_at").limit(1).executeTakeFirst();

/**
 * Sets the next time (ms) at which rows of a job must be deleted; null for never. Does nothing if the job has ended in another
 * state since.
 */
export const setCleaning = (tx: Writer, { id, state }: JobRow, at: number | null) =>
  tx.updateTable("jobs").set({ clean_at: at }).where("id", "=", id).where("state", "=", state).execute();

export const findJob = (db: Reader, id: string) =>
  db.selectFrom("jobs").selectAll().where("id", "=", id).where("state", "<>", "uploading").executeTakeFirst();

type Page = { kinds: string[]; limit: number; after?: PlaceInList };

/** Jobs of these kinds, the newest first. */
export const listJobs = (db: Reader, { kinds, limit, after }: Page) =>
  db
    .selectFrom("jobs")
    .selectAll()
    .where("kind", "in", kinds)
    .where("state", "<>", "uploading")
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), "<", tuple(after!.value, after!.id))),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
