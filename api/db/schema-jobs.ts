import type { Generated } from "kysely";

/** The tables of long work that members of the staff ask for. */
export type JobTables = {
  jobs: Jobs;
  job_files: JobFiles;
  job_cards: JobCards;
  job_keys: JobKeys;
  job_products: JobProducts;
  job_changes: JobChanges;
};

type Jobs = {
  id: string;
  /** A name of JOB_KINDS (jobs/kinds.ts). */
  kind: string;
  /** `uploading` until its file has arrived. Nobody changes a job that has ended, but that an erasure cancels one with its file. */
  state: "uploading" | "queued" | "running" | "done" | "failed" | "cancelled";
  /** JSON: what was asked for. Holds no secret. */
  input: string;
  /** JSON: where the next slice begins; null for the beginning. */
  cursor: string | null;
  /**
   * How far the slices have come, and of how much: bytes of the input file, or what the kind counts (JobKind). A total of 0 is not
   * known.
   */
  done: Generated<number>;
  total: Generated<number>;
  /** JSON: counts of rows by outcome. */
  tallies: Generated<string>;
  /** How often somebody has begun or failed since the last slice that was committed. */
  failures: Generated<number>;
  /** The member's e-mail address. */
  asked_by: string;
  created_at: number;
  /** Until then one process works on it, and nobody else may. 0: it has not begun. */
  claimed_until: Generated<number>;
  finished_at: number | null;
  /** Why it failed, for the member. */
  problem: string | null;
  cancel_asked_at: number | null;
  /** When rows that it no longer needs are deleted next; null for never. */
  clean_at: number | null;
};

type JobFiles = {
  /** The part is sealed for it. */
  id: string;
  job_id: string;
  /**
   * result: rows that were refused. list: what the job has found (JobKind); flagged: those of it that a person should look at. file: what it
   * writes for a download.
   */
  which: "input" | "result" | "list" | "flagged" | "file";
  /** Parts count from 0. */
  seq: number;
  sealed: string;
  delete_at: number;
};

/** The card numbers of a file that is being checked, to find those that it holds twice. */
type JobCards = {
  /**
   * The job's id and the card's fingerprint in one column: by two, PostgreSQL would read all cards of the job while it
   * has no statistics of a table that has just been filled.
   */
  id: string;
  job_id: string;
  line: number;
};

/** The products, categories and subcategories of a catalogue's file that a job has met, with where it met them first. */
type JobKeys = {
  /** The job's id, what it is and its key in one column, as in job_cards. */
  id: string;
  job_id: string;
  line: number;
  /** JSON: what the row calls a category or a subcategory. */
  named: string | null;
};

/** The SKUs that sources name when a comparison with the suppliers begins. */
type JobProducts = {
  /** The job's id, the supplier and the SKU in one column, as in job_cards. */
  id: string;
  job_id: string;
  supplier: string;
  /** JSON: what the supplier says of the SKU; null until it has said anything. */
  sold: string | null;
};

/** The changes of an import. They are deleted when it can no longer be undone (domain/imports/undo-days.ts). */
type JobChanges = {
  /** The job's id, `what` and `key` in one column, as in job_cards. */
  id: string;
  job_id: string;
  /** cards: a product and an amount of a stock file, with the number of its cards. */
  what: "product" | "subcategory" | "category" | "cards";
  /** The operator's key of the row; for cards the product's SKU, the amount in paise (empty for an open value), and a word for an odd day. */
  key: string;
  /** JSON: the row before the import (catalogue/catalogue-state.ts); null for a new row, and for cards. */
  before: string | null;
  /** The row's version after the import; null for cards. */
  version: string | null;
  changed_at: number;
  cards: Generated<number>;
};
