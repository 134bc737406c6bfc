import type { Difference } from "../../../catalogue/compare-suppliers.ts";
import { inIndia, toTime } from "../../../domain/files/csv-lines.ts";
import { REFUSAL_COLUMNS } from "../../../domain/files/table-header.ts";
import { describeLayout } from "../../../domain/files/table-layout.ts";
import { everyRow } from "../../../http/every-row.ts";
import { talliesOf } from "../../../jobs/ask-for-jobs.ts";
import { type ExportInput, isExport } from "../../../jobs/export-job.ts";
import { readKept } from "../../../jobs/kept-rows.ts";
import { kindOf } from "../../../jobs/kinds.ts";
import type { TableCursor } from "../../../jobs/read-table.ts";
import { readRefused } from "../../../jobs/refused-rows.ts";
import { cellsOf, DIFFERENCE_COLUMNS } from "../../../jobs/supplier-job.ts";
import { listUndone, type UndoState } from "../../../jobs/undo-import.ts";
import { type JobRow, listJobs } from "../../../repositories/jobs/jobs.ts";
import type { Shop } from "../../../shop/shop.ts";
import { type BrandCall, maySeePeople } from "../../brand-route.ts";
import { hideSearch } from "../exports/long-lists.ts";

/** Rows on a job's page; its file contains all. */
const SHOWN_ROWS = 1_000;
const SHOWN_LETTERS = 120;

/** A job in the form for the console. `file` is null for a job that has none. */
export function tellJob(job: JobRow) {
  const { id, kind, state, done, total, asked_by, created_at, finished_at, problem } = job;
  const { name = null } = JSON.parse(job.input) as { name?: string };
  return {
    id,
    kind,
    state,
    done,
    total,
    asked_by,
    created_at,
    finished_at,
    problem,
    file: name,
    label: kindOf(job).label,
    is_stopping: state === "running" && job.cancel_asked_at !== null,
    tallies: talliesOf(job),
  };
}

/** The format in which the job read its table, in sentences; empty for other files, and before the first row. */
export function tellReading({ cursor }: JobRow): string[] {
  const { layout, seen } = JSON.parse(cursor ?? "{}") as Partial<TableCursor>;
  return layout === undefined || seen === undefined ? [] : describeLayout(layout, seen);
}

/** The undo of an import, in the form for the console; null for a job that is not an import. */
export const tellUndo = (state: UndoState | null) =>
  state && { count: state.count, until: state.until, is_over: state.isOver, undone_by: state.undoneBy };

/** Jobs of a list; imports with the end of the time in which they can be undone (ms), or the job that has undone them. */
export async function tellJobs({ db }: Shop, jobs: JobRow[]) {
  const undone = await listUndone(db.read, jobs);
  return jobs.map((job) => ({ ...tellJob(job), ...undone(job) }));
}

/** The filter of the list that a job writes, named as in the routes of the list; null for a job that writes no list. */
export function tellFilter(call: Pick<BrandCall, "member" | "shop">, job: JobRow) {
  if (!isExport(job)) return null;
  const input = JSON.parse(job.input) as Partial<ExportInput["orders.export"] & ExportInput["shoppers.export"]>;
  const { sort: _, is_masked: __, ...filter } = input;
  return maySeePeople(call) ? filter : hideSearch(filter);
}

/** All jobs of these kinds, the newest first, as rows of a file. */
export async function* listJobRows({ db }: Shop, kinds: string[]) {
  yield [inIndia("started_at"), "job", "file", "state", "rows", inIndia("ended_at"), "started_by"];
  const jobs = everyRow(
    (page) => listJobs(db.read, { kinds, ...page }),
    ({ created_at, id }) => ({ value: created_at, id }),
  );
  for await (const row of jobs) {
    const { created_at, label, file, state, tallies, finished_at, asked_by } = tellJob(row);
    const counts = Object.entries(tallies).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
    yield [toTime(created_at), label, file, state, counts.join(", "), toTime(finished_at), asked_by];
  }
}

/** A cell of a refused row, beside its column. */
type Cell = { column: string; text: string };

/** The cells of a row, with long texts cut. */
const tellCells = (columns: string[], cells: string[]): Cell[] =>
  columns.flatMap((column, at) => {
    const text = cells[at]?.trim() ?? "";
    if (text === "" || REFUSAL_COLUMNS.includes(column)) return [];
    const letters = [...text];
    return [{ column, text: letters.length > SHOWN_LETTERS ? `${letters.slice(0, SHOWN_LETTERS).join("")}…` : text }];
  });

/** The first rows of a long list. */
export async function firstRows<Row>(parts: AsyncIterable<Row[]>, most = SHOWN_ROWS): Promise<Row[]> {
  const shown: Row[] = [];
  for await (const rows of parts) {
    shown.push(...rows.slice(0, most - shown.length));
    if (shown.length === most) break;
  }
  return shown;
}

/** Cells of a file with codes are in its download only, which needs a code of the member. */
export function listRefused(shop: Shop, job: JobRow) {
  const isShown = !kindOf(job).isPrivate;
  async function* tellParts() {
    for await (const { columns, rows } of readRefused(shop, job.id))
      yield rows.map(({ place, reason, cells }) => ({
        place,
        reason,
        ...(isShown && { cells: tellCells(columns, cells) }),
      }));
  }
  return firstRows(tellParts());
}

export async function* listRefusedRows(shop: Shop, { id }: JobRow) {
  let isFirst = true;
  for await (const { columns, rows } of readRefused(shop, id)) {
    // A file of refused rows that was sent again still contains the old reasons.
    const own = [...columns.keys()].filter((at) => !REFUSAL_COLUMNS.includes(columns[at]!));
    if (isFirst) yield [...own.map((at) => columns[at]!), ...REFUSAL_COLUMNS];
    isFirst = false;
    for (const { place, reason, cells } of rows) yield [...own.map((at) => cells[at] ?? ""), place, reason];
  }
}

/** The shown results of a comparison. */
export async function listDifferences(shop: Shop, { id }: JobRow) {
  const differences = await firstRows(readKept<Difference>(shop, id, { which: "list" }));
  return differences.map(({ sku, supplier, supplierSku, change, detail }) => ({
    sku,
    supplier,
    supplier_sku: supplierSku,
    change,
    detail,
  }));
}

/** All findings of a comparison, as rows of a file. */
export async function* listDifferenceRows(shop: Shop, { id }: JobRow) {
  yield DIFFERENCE_COLUMNS;
  for await (const differences of readKept<Difference>(shop, id, { which: "list" }))
    for (const difference of differences) yield cellsOf(difference);
}
