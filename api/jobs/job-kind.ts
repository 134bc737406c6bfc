import type { Writer } from "../db/database.ts";
import { DAY_MS } from "../domain/days.ts";
import type { Permission } from "../domain/roles.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";

/** Counts of rows by outcome, such as `good`, `known`, `added` and `refused`. */
export type Tallies = Record<string, number>;

/** A row that a job refuses: its place, such as "line 12", the reason, and its original cells. */
export type RefusedRow = { place: string; reason: string; cells: string[] };

/** A part of a job that takes far less than a second. */
export type Slice = {
  /** The beginning of the next slice, after this one is committed. */
  cursor: object;
  /** The progress: bytes of the input file; without a file, the number of counted things. */
  done: number;
  /**
   * Executes the slice in the transaction that also moves the cursor, so that it happens once. It may run again after a conflict,
   * so it has no effect outside the database.
   */
  apply(tx: Writer): Promise<SliceResult>;
};

export type SliceResult = { tallies: Tallies; columns?: string[]; refused?: RefusedRow[] };

/** A kind of long work. */
export type JobKind = {
  /** Its name in a list of jobs. */
  label: string;
  /** The permission to see such a job and its progress. */
  seenWith: Permission;
  /** The permission to start and cancel it, and to read its files. */
  permission: Permission;
  /** The kind that applies this check. */
  follower?: string;
  /** Its files contain codes or personal data, so they are kept for days only, and no page shows their cells. */
  isPrivate: boolean;
  /** It changes the catalogue that visitors see. */
  changesCatalogue: boolean;
  /** The slices from the job's cursor on. @throws JobProblem when the file cannot be used, PassingProblem, NotNow */
  slices(shop: Shop, job: JobRow): AsyncIterable<Slice>;
};

/** Ends a job as failed; the message is for the member. */
export class JobProblem extends Error {
  override name = "JobProblem";
}

/** Like JobProblem, but only after some failed tries: the usual number, or `mostTries`. */
export class PassingProblem extends Error {
  override name = "PassingProblem";
  readonly mostTries: number | undefined;

  constructor(message: string, mostTries?: number) {
    super(message);
    this.mostTries = mostTries;
  }
}

/** A resource of the job is in use. The job is tried again soon, and this is not counted as a failure. */
export class NotNow extends Error {
  override name = "NotNow";
}

/** The latest time at which a file of a job of this kind is deleted. */
export const deletionOf = ({ isPrivate }: Pick<JobKind, "isPrivate">, now: number) =>
  now + (isPrivate ? 7 : 30) * DAY_MS;
