import { z } from "zod";

import { insertStock, sortStock } from "../catalogue/add-stock.ts";
import { groupCards } from "../catalogue/stock-preview.ts";
import type { Reader, Writer } from "../db/database.ts";
import { identityHashes, spellingHashes } from "../domain/cards/card-identity.ts";
import type { CsvRecord } from "../domain/files/csv.ts";
import { readStockRow, repeatedCard, STOCK_TABLE, type StockRow } from "../domain/files/stock-row.ts";
import { findLines, insertCards } from "../repositories/jobs/job-cards.ts";
import { countCards } from "../repositories/jobs/job-changes.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import { inputOf } from "./input-file.ts";
import type { JobKind, RefusedRow, Slice, SliceResult } from "./job-kind.ts";
import { readTable, type TableCursor, type TableRow } from "./read-table.ts";

/** A batch ends with the first of these. */
const ROWS = 500;
const BYTES = 1024 * 1024;
const MAX_ROW_BYTES = 16 * 1024;

/** The job's input. `skip_known`: card numbers that the shop has had before are skipped, not refused. */
const Input = z.object({ skip_known: z.boolean(), accept_case: z.boolean().default(false) });
type Batch = { columns: string[]; records: CsvRecord[]; end: Omit<TableRow, "record"> };

const COMMON = { seenWith: "catalogue.read", permission: "stock.edit", isPrivate: true } as const;

/** Reads a file of vouchers to its end, and returns the effects of adding it. */
export const checkStock: JobKind = {
  ...COMMON,
  label: "Check of a stock file",
  follower: "stock.import",
  changesCatalogue: false,
  slices: (shop, job) => toSlices(shop, job, checkBatch),
};

/** Adds the vouchers of a checked file. */
export const addCheckedStock: JobKind = {
  ...COMMON,
  label: "Stock import",
  changesCatalogue: true,
  slices: (shop, job) => toSlices(shop, job, addBatch),
};

type RunBatch = (tx: Writer, shop: Shop, job: JobRow, batch: Batch) => Promise<SliceResult>;

async function* toSlices(shop: Shop, job: JobRow, runBatch: RunBatch): AsyncGenerator<Slice> {
  for await (const batch of readBatches(shop, job)) {
    const { columns, end } = batch;
    const apply = async (tx: Writer) => ({ columns, ...(await runBatch(tx, shop, job, batch)) });
    yield { ...end, apply };
  }
}

/** The file from the job's cursor on. */
async function* readBatches(shop: Shop, job: JobRow): AsyncGenerator<Batch> {
  const known = job.cursor === null ? undefined : (JSON.parse(job.cursor) as TableCursor);
  let records: CsvRecord[] = [];
  let batch: Batch | undefined;
  let begin = job.done;
  for await (const { record, ...end } of readTable(inputOf(shop, job), STOCK_TABLE, {
    cursor: known,
    maxRecordBytes: MAX_ROW_BYTES,
  })) {
    records.push(record);
    batch = { columns: end.cursor.layout.columns, records, end };
    if (records.length < ROWS && end.done - begin < BYTES) continue;
    yield batch;
    [records, batch, begin] = [[], undefined, end.done];
  }
  if (batch !== undefined) yield batch;
}

const checkBatch: RunBatch = async (tx, shop, job, batch) => {
  const lines = readLines(shop, batch);
  await refuseRepeated(tx, shop, job, lines);
  const { fresh, skipped } = await refuseUnfit(tx, shop, job, lines);
  const now = shop.clock.now();
  const groups = groupCards(
    fresh.map(({ row }) => row),
    now,
  );
  await countCards(tx, job.id, groups, now);
  return { tallies: { good: fresh.length, known: skipped }, refused: listRefused(batch, lines) };
};

const addBatch: RunBatch = async (tx, shop, job, batch) => {
  const lines = readLines(shop, batch);
  const { fresh, skipped } = await refuseUnfit(tx, shop, job, lines);
  const { accept_case: isSecondTaken } = Input.parse(JSON.parse(job.input));
  const added = await insertStock(tx, shop, fresh, { jobId: job.id, isSecondTaken });
  return { tallies: { added, known: skipped }, refused: listRefused(batch, lines) };
};

/** A record with the reasons against it. */
type Line = { record: CsvRecord; row: StockRow; reasons: string[] };

const readLines = ({ clock }: Shop, { columns, records }: Batch): Line[] =>
  records.map((record) => ({ record, ...readStockRow(columns, record, clock.now()) }));

/** A check has to find a card number that the file holds twice, at any distance. */
async function refuseRepeated(tx: Writer, shop: Shop, job: JobRow, lines: Line[]) {
  const { accept_case: acceptCase } = Input.parse(JSON.parse(job.input));
  const cards = lines
    .filter(({ row }) => row.cardNumber !== "")
    .map(({ row, reasons }) => {
      const [fingerprint] = acceptCase
        ? spellingHashes(shop.keys, row.cardNumber)
        : identityHashes(shop.keys, row.cardNumber);
      return { fingerprint, line: row.line, reasons };
    });
  const seen = await findLines(
    tx,
    job.id,
    cards.map(({ fingerprint }) => fingerprint),
  );
  const added: { fingerprint: string; line: number }[] = [];
  for (const { fingerprint, line, reasons } of cards) {
    const first = seen.get(fingerprint);
    if (first !== undefined) reasons.push(repeatedCard(first));
    else {
      seen.set(fingerprint, line);
      added.push({ fingerprint, line });
    }
  }
  await insertCards(tx, job.id, added);
}

/** Finds the lines that the shop refuses among those without a reason against them. */
async function refuseUnfit(db: Reader, shop: Shop, job: JobRow, lines: Line[]) {
  const { skip_known: skipKnown, accept_case: acceptCase } = Input.parse(JSON.parse(job.input));
  const good = new Map(lines.filter(({ reasons }) => reasons.length === 0).map((line) => [line.row, line]));
  const sorted = await sortStock(db, shop, [...good.keys()], { skipKnown, acceptCase });
  for (const { row, reason } of sorted.refused) good.get(row)!.reasons.push(reason);
  return sorted;
}

const listRefused = ({ columns }: Batch, lines: Line[]): RefusedRow[] =>
  lines
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ record: { line, cells }, reasons }) => ({
      place: `line ${line}`,
      reason: reasons.join("; "),
      cells: cells.slice(0, columns.length),
    }));
