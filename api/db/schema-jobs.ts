import type { Generated } from "kysely";

/** The tables of long work that members of the staff start. */
export type JobTables = {
  jobs: Jobs;
  job_files: JobFiles;
  job_cards: JobCards;
  job_keys: JobKeys;
  job_products: JobProducts;
  job_changes: JobChanges;
  bulk_rows: BulkRows;
};

type Jobs = {
  id: string;
  /** A name of JOB_KINDS (jobs/kinds.ts). */
  kind: string;
  /**
   * `uploading` until its file has arrived. A job that has ended never changes, except that an erasure cancels one together with
   * its file.
   */
  state: "uploading" | "queued" | "running" | "done" | "failed" | "cancelled";
  /** JSON of the request. Contains no secret. */
  input: string;
  /** JSON: the start of the next slice; null for the beginning. */
  cursor: string | null;
  /**
   * The progress of the slices and its total: bytes of the input file, or the kind's own count (JobKind). A total of 0 is
   * unknown.
   */
  done: Generated<number>;
  total: Generated<number>;
  /** JSON: counts of rows by outcome. */
  tallies: Generated<string>;
  /** The number of starts and failures since the last committed slice. */
  failures: Generated<number>;
  /** The member's e-mail address. */
  asked_by: string;
  created_at: number;
  /** The end of one process's claim on it. 0: it has not begun. */
  claimed_until: Generated<number>;
  finished_at: number | null;
  /** The reason of its failure, for the member. */
  problem: string | null;
  cancel_asked_at: number | null;
  /** The next time to delete rows that it no longer needs; null for never. */
  clean_at: number | null;
};

type JobFiles = {
  /** The part is encrypted for this id. */
  id: string;
  job_id: string;
  /**
   * result: refused rows. list: the job's findings (JobKind). flagged: the findings that a person should look at. file: its
   * download.
   */
  which: "input" | "result" | "list" | "flagged" | "file";
  /** Parts count from 0. */
  seq: number;
  sealed: string;
  delete_at: number;
};

/** The card numbers of a file that is being checked, to find duplicates. */
type JobCards = {
  /**
   * The job's id and the card's fingerprint in one column: with two columns, PostgreSQL would read all cards of the job before it
   * has statistics of a newly filled table.
   */
  id: string;
  job_id: string;
  line: number;
};

/** The products, categories and subcategories of a catalogue file that a job has met, with the first place of each. */
type JobKeys = {
  /** The job's id, the kind and the key in one column, as in job_cards. */
  id: string;
  job_id: string;
  line: number;
  /** JSON: the row's name for a category or a subcategory. */
  named: string | null;
};

/** The SKUs that sources name when a comparison with the suppliers begins. */
type JobProducts = {
  /** The job's id, the supplier and the SKU in one column, as in job_cards. */
  id: string;
  job_id: string;
  supplier: string;
  /** JSON: the supplier's data of the SKU; null before its answer. */
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

/** The rows of a bulk action (bulk/bulk-action.ts), which its check finds and its run changes. */
type BulkRows = {
  /** The check. */
  job_id: string;
  /** Rows count from 0. */
  seq: number;
  /** The row's id in its list. */
  row_id: string;
  /**
   * chosen: not looked at yet. ready: nothing stands against it. left: left out, before or by the run. done: written in the
   * transaction of the action, so that a kill repeats nothing. waiting: a second member must approve it.
   */
  state: "chosen" | "ready" | "left" | "done" | "waiting";
  /** The row's version when the check saw it; null for a row that has none. */
  seen: string | null;
  /** The change or the amount of the row, or the reason against it. */
  detail: string | null;
  /** The job that has taken the row over; null before a member has confirmed. */
  run_id: string | null;
};
