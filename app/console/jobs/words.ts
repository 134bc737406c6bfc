import type { Job } from "./answers.ts";

const STATES: Record<Job["state"], string> = {
  queued: "Waiting",
  running: "Running",
  done: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
};

export const stateOf = ({ state, is_stopping }: Job) => (is_stopping ? "Stopping" : STATES[state]);

export const isUnderWay = ({ state }: Job) => state === "queued" || state === "running";

/** What differs between jobs on a file and comparisons with suppliers. */
const OF_FILES = {
  good: "can be imported",
  apply: (good: number) => `Import ${formatCount(good)} ${good === 1 ? "row" : "rows"}`,
  applied: "The import has started.",
  left: "The refused rows are left out.",
  kept: "Rows that are already imported stay.",
};
const OF_SUPPLIERS: typeof OF_FILES = {
  good: "to apply",
  apply: (good) => `Apply ${formatCount(good)} ${good === 1 ? "change" : "changes"}`,
  applied: "The changes are being applied.",
  left: "",
  kept: "Changes that are already applied stay.",
};

const OF_WITHDRAWALS: typeof OF_FILES = {
  ...OF_FILES,
  applied: "The cards are being withdrawn.",
  kept: "Cards that are already withdrawn do not come back.",
};

const OF_EXPORTS: typeof OF_FILES = { ...OF_FILES, left: "", kept: "Nothing of the file is kept." };

type Kind = Pick<Job, "kind">;

const isOfSuppliers = ({ kind }: Kind) => kind.startsWith("suppliers.");
/** Whether a job writes a list as a file. */
export const isExport = ({ kind }: Kind) => kind.endsWith(".export");

export function wordsFor(job: Kind) {
  if (isOfSuppliers(job)) return OF_SUPPLIERS;
  if (isExport(job)) return OF_EXPORTS;
  return job.kind === "stock.withdraw" ? OF_WITHDRAWALS : OF_FILES;
}

/** What a job goes through, such as "orders". */
export function thingsOf(job: Kind): string {
  if (isExport(job)) return job.kind.replace(".export", "");
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
  withdrawn: "withdrawn",
  kept: "sold or reserved, which stay",
  written: "written",
  refused: "refused",
};

/** Rows by outcome, such as "1,200 can be imported, 3 refused". */
export function countsOf(job: Job): string {
  const { tallies } = job;
  const named = Object.entries({ ...NAMES, good: wordsFor(job).good }).filter(([name]) => (tallies[name] ?? 0) > 0);
  return named.length === 0
    ? "None"
    : named.map(([name, words]) => `${formatCount(tallies[name]!)} ${words}`).join(", ");
}

/** "1,23,456", as amounts are written. */
export const formatCount = (count: number) => count.toLocaleString("en-IN");
