import { type BulkWords, bulkWordsOf, thingsOfBulk } from "../bulk/words.ts";
import type { Job } from "./responses.ts";

const STATES: Record<Job["state"], string> = {
  queued: "Waiting",
  running: "Running",
  done: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
};

export const stateOf = ({ state, is_stopping }: Job) => (is_stopping ? "Stopping" : STATES[state]);

export const isUnderWay = ({ state }: Job) => state === "queued" || state === "running";

/** Texts that differ between jobs on a file and comparisons with suppliers. */
const OF_FILES = {
  good: "can be imported",
  apply: (good: number) => `Import ${formatCount(good)} ${good === 1 ? "row" : "rows"}`,
  applied: "The import has started.",
  left: "The refused rows are left out.",
  kept: "Rows that are already imported stay.",
  refused: "refused",
  done: "done",
};
const OF_SUPPLIERS: typeof OF_FILES = {
  good: "to apply",
  apply: (good) => `Apply ${formatCount(good)} ${good === 1 ? "change" : "changes"}`,
  applied: "The changes are being applied.",
  left: "",
  kept: "Changes that are already applied stay.",
  refused: "refused",
  done: "done",
};

const OF_UNDOS: typeof OF_FILES = {
  ...OF_FILES,
  applied: "The import is being undone.",
  kept: "What is already undone stays undone. The rest can be undone later.",
  refused: "left unchanged",
};

const OF_EXPORTS: typeof OF_FILES = { ...OF_FILES, left: "", kept: "Nothing of the file is kept." };

type Kind = Pick<Job, "kind">;

const isOfSuppliers = ({ kind }: Kind) => kind.startsWith("suppliers.");
const isUndo = ({ kind }: Kind) => kind === "stock.withdraw" || kind === "catalogue.undo";
/** True if a job writes a list as a file. */
export const isExport = ({ kind }: Kind) => kind.endsWith(".export");

/** The words of an action on many rows. */
const ofBulk = ({ ready, done }: BulkWords): typeof OF_FILES => ({
  ...OF_FILES,
  good: ready,
  done,
  applied: "The work has started.",
  kept: "What is already done stays done.",
});

export function wordsFor(job: Kind) {
  const bulk = bulkWordsOf(job.kind);
  if (bulk !== undefined) return ofBulk(bulk);
  if (isOfSuppliers(job)) return OF_SUPPLIERS;
  if (isExport(job)) return OF_EXPORTS;
  return isUndo(job) ? OF_UNDOS : OF_FILES;
}

/** The items that a job processes, such as "orders". */
export function thingsOf(job: Kind): string {
  if (isExport(job)) return job.kind.replace(".export", "");
  if (bulkWordsOf(job.kind) !== undefined) return thingsOfBulk(job.kind);
  return isOfSuppliers(job) ? "products" : "rows";
}

const NAMES: Record<string, string> = {
  read: "products read",
  compared: "compared",
  gone: "gone",
  back: "back",
  amounts: "with other amounts",
  note: "noted",
  good: "",
  new: "new",
  changed: "changed",
  same: "unchanged",
  added: "added",
  known: "known before, skipped",
  flagged: "to look at",
  restored: "restored",
  removed: "removed",
  withdrawn: "withdrawn",
  kept: "sold or reserved, which stay",
  written: "written",
  done: "",
  left: "left out",
  waiting: "wait for a second member",
  refused: "refused",
};

/** Rows by outcome, such as "1,200 can be imported, 3 refused". */
export function countsOf(job: Job): string {
  const { tallies } = job;
  const words = wordsFor(job);
  const named = Object.entries({ ...NAMES, good: words.good, done: words.done, refused: words.refused }).filter(
    ([name]) => (tallies[name] ?? 0) > 0,
  );
  return named.length === 0 ? "None" : named.map(([name, text]) => `${formatCount(tallies[name]!)} ${text}`).join(", ");
}

/** "1,23,456": Indian grouping, as in amounts. */
export const formatCount = (count: number) => count.toLocaleString("en-IN");
