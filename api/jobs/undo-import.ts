import { ApiError } from "../base/error.ts";
import type { Reader } from "../db/database.ts";
import { lockNames } from "../db/locks.ts";
import { undoUntil } from "../domain/imports/undo-days.ts";
import { countChanges } from "../repositories/jobs/job-changes.ts";
import { findJobsFor, insertOnce, isAnyOpen, type JobRow } from "../repositories/jobs/jobs.ts";
import { countUnbought } from "../repositories/stock/imported.ts";
import type { Shop } from "../shop/shop.ts";
import { talliesOf } from "./ask-for-jobs.ts";

/** The kinds of jobs that can be undone, with the kinds that undo them. */
export const UNDO_KINDS = {
  "catalogue.import": "catalogue.undo",
  "products.offer": "catalogue.undo",
  "products.withdraw": "catalogue.undo",
  "products.move": "catalogue.undo",
  "products.price": "catalogue.undo",
  "stock.import": "stock.withdraw",
} as const;
type ImportKind = keyof typeof UNDO_KINDS;

/** The kinds of jobs in the list of imports, including undos. */
export const IMPORT_KINDS: string[] = ["catalogue.import", "stock.import", ...Object.values(UNDO_KINDS)];

const isImport = (job: JobRow): job is JobRow & { kind: ImportKind } => Object.hasOwn(UNDO_KINDS, job.kind);

/** The import that a job undoes; null for other jobs. */
export const importOf = ({ input }: JobRow): string | null => (JSON.parse(input) as { import?: string }).import ?? null;

const ROWS = ["product", "subcategory", "category"] as const;

/** The part of an import that can be undone now: rows of the catalogue, or cards that nobody has bought. */
const countLeft = (db: Reader, { kind, id }: JobRow): Promise<number> =>
  kind === "stock.import" ? countUnbought(db, id) : countChanges(db, id, [...ROWS]);

/** The state of the undo of an import, for its page. */
export type UndoState = {
  /** Rows or cards that can be undone now. */
  count: number;
  /** The end of the time for it (ms). Unsold cards can be withdrawn after it, too. */
  until: number;
  isOver: boolean;
  /** The job that has undone it, or is undoing it. */
  undoneBy: string | null;
};

/** Returns null for a job that is not an import, or has not ended. */
export async function readUndoState({ db, clock }: Shop, job: JobRow): Promise<UndoState | null> {
  if (!isImport(job) || job.finished_at === null) return null;
  const until = undoUntil(job);
  const isOver = clock.now() >= until;
  const undone = await findUndo(db.read, job);
  const count = isOver && job.kind !== "stock.import" ? 0 : await countLeft(db.read, job);
  return { count, until, isOver, undoneBy: undone ?? null };
}

const findUndo = async (db: Reader, { id, kind }: JobRow & { kind: ImportKind }): Promise<string | undefined> =>
  [...(await findJobsFor(db, [UNDO_KINDS[kind]], [{ import: id }])).values()][0];

/**
 * The undo of each import in a list: its last time (ms), null if it is over or impossible, and the job that has undone the
 * import.
 */
export async function listUndone(db: Reader, jobs: JobRow[]) {
  const imports = jobs.filter((job) => isImport(job) && job.finished_at !== null);
  const undone = await findJobsFor(
    db,
    Object.values(UNDO_KINDS),
    imports.map(({ id }) => ({ import: id })),
  );
  return (job: JobRow) => ({
    undo_until: imports.includes(job) ? undoUntil(job) : null,
    undone_by: undone.get(JSON.stringify({ import: job.id })) ?? null,
  });
}

/**
 * Starts the job that undoes an import. Two requests start one, and a request after the undo returns the same job.
 * @returns the job's id
 * @throws ApiError 409 if the import has not ended, nothing of it is left, or it is too old, or while another import changes the
 * catalogue
 */
export async function undoImport({ db, clock }: Shop, imported: JobRow, askedBy: string): Promise<string> {
  if (!isImport(imported)) throw new ApiError(409, "Only imports can be undone.");
  const kind = UNDO_KINDS[imported.kind];
  return db.transaction(async (tx) => {
    await lockNames(tx, ["open jobs", kind]);
    if (imported.finished_at === null)
      throw new ApiError(409, "This import has not ended. Wait until it has, or cancel it first.");
    const now = clock.now();
    const count = await countLeft(tx, imported);
    if (count === 0) {
      const undone = await findUndo(tx, imported);
      if (undone !== undefined) return undone;
      throw new ApiError(409, refusalOf(imported, now));
    }
    if (imported.kind !== "stock.import") {
      if (now >= undoUntil(imported)) throw new ApiError(409, TOO_OLD);
      if (await isAnyOpen(tx, "catalogue.import"))
        throw new ApiError(
          409,
          "Another import changes the catalogue now. Wait until it has ended, or cancel it first.",
        );
    }
    // The job goes through all cards, including sold ones.
    const { added: total = count } = talliesOf(imported);
    return insertOnce(tx, { kind, input: { import: imported.id }, askedBy, now }, total);
  });
}

const TOO_OLD = "This import is older than seven days: the former values are deleted.";

function refusalOf(imported: JobRow & { kind: ImportKind }, now: number): string {
  if (imported.kind === "stock.import")
    return "No card of this import is left to withdraw: each is sold, reserved or was shown.";
  return now >= undoUntil(imported)
    ? TOO_OLD
    : "Nothing of this import can be undone: it has changed nothing, or an older version made it.";
}
