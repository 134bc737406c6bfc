import type { Writer } from "../db/database.ts";
import { DAY_MS } from "../domain/days.ts";
import type { Permission } from "../domain/roles.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop.ts";

/** Counts of rows by outcome, such as `good`, `known`, `added` and `refused`. */
export type Tallies = Record<string, number>;

/** A row that a job does not take: where it is, such as "line 12", why, and its cells as they came. */
export type RefusedRow = { place: string; reason: string; cells: string[] };

/** A part of a job's work that takes far less than a second. */
export type Slice = {
  /** Where the next slice begins, once this one is committed. */
  cursor: object;
  /** How far it comes: into the input file, in bytes; without a file, the things that it has counted. */
  done: number;
  /**
   * Does the slice in the transaction that also moves the cursor, so that it happens once. It may run again after a
   * conflict, so it has no effect outside the database.
   */
  apply(tx: Writer): Promise<SliceResult>;
};

export type SliceResult = { tallies: Tallies; columns?: string[]; refused?: RefusedRow[] };

/** A kind of long work. */
export type JobKind = {
  /** What a list of jobs calls it. */
  label: string;
  /** Who may see that there is such a job, and how far it has come. */
  seenWith: Permission;
  /** Who may start and cancel it, and read its files. */
  permission: Permission;
  /** The kind that applies what this one has checked. */
  follower?: string;
  /** Its files hold codes or people, so they are kept for days only, and no page shows their cells. */
  isPrivate: boolean;
  /** What visitors see of the catalogue changes with it. */
  changesCatalogue: boolean;
  /** The slices from the job's cursor on. @throws JobProblem when the file cannot be used, PassingProblem, NotNow */
  slices(shop: Shop, job: JobRow): AsyncIterable<Slice>;
};

/** Ends a job as failed; the message is for the member. */
export class JobProblem extends Error {
  override name = "JobProblem";
}

/** As JobProblem, once it has not passed after some tries: the usual number, or `mostTries`. */
export class PassingProblem extends Error {
  override name = "PassingProblem";
  readonly mostTries: number | undefined;

  constructor(message: string, mostTries?: number) {
    super(message);
    this.mostTries = mostTries;
  }
}

/** What the job needs is in use. It is tried again soon, which counts as no failure. */
export class NotNow extends Error {
  override name = "NotNow";
}

/** When a file of a job of this kind is deleted at the latest. */
export const deletionOf = ({ isPrivate }: Pick<JobKind, "isPrivate">, now: number) =>
  now + (isPrivate ? 7 : 30) * DAY_MS;
