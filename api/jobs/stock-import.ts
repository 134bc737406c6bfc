import { z } from "zod";

import { insertStock, sortStock } from "../catalogue/add-stock.ts";
import type { Reader, Writer } from "../db/database.ts";
import { identityHashes } from "../domain/cards/card-identity.ts";
import { codeHashes } from "../domain/encryption.ts";
import { type CsvPlace, type CsvRecord, NotCsv, readCsv } from "../domain/files/csv.ts";
import { findHeaderProblem, readStockRow, repeatedCard, type StockRow } from "../domain/files/stock-row.ts";
import { findLines, insertCards } from "../repositories/jobs/job-cards.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop.ts";
import { readInput } from "./input-file.ts";
import { type JobKind, JobProblem, type RefusedRow, type Slice, type SliceResult } from "./job-kind.ts";

/** A batch ends with the first of these. */
const ROWS = 500;
const BYTES = 1024 * 1024;
const MAX_ROW_BYTES = 16 * 1024;

/** The job's input: whether card numbers that the shop has had before are skipped, not refused. */
const Input = z.object({ skip_known: z.boolean(), accept_case: z.boolean().default(false) });
type Cursor = CsvPlace & { header: string[] };
type Batch = { header: string[]; records: CsvRecord[]; end: CsvPlace };

const COMMON = { seenWith: "catalogue.read", permission: "stock.edit", isPrivate: true } as const;

/** Reads a file of vouchers to its end, and says what adding it would do. */
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

type Act = (tx: Writer, shop: Shop, job: JobRow, batch: Batch) => Promise<SliceResult>;

async function* toSlices(shop: Shop, job: JobRow, act: Act): AsyncGenerator<Slice> {
  for await (const batch of readBatches(shop, job)) {
    const { header, end } = batch;
    const apply = async (tx: Writer) => ({ columns: header, ...(await act(tx, shop, job, batch)) });
    yield { cursor: { ...end, header } satisfies Cursor, done: end.byte, apply };
  }
}

/** The file from the job's cursor on. The first line names the columns. */
async function* readBatches(shop: Shop, job: JobRow): AsyncGenerator<Batch> {
  const cursor = job.cursor === null ? undefined : (JSON.parse(job.cursor) as Cursor);
  let header = cursor?.header;
  let records: CsvRecord[] = [];
  let end: CsvPlace | undefined;
  let begin = cursor?.byte ?? 0;
  try {
    for await (const record of readCsv(readInput(shop, job.id, begin), cursor, MAX_ROW_BYTES)) {
      end = record.end;
      if (header === undefined) {
        const problem = findHeaderProblem(record.cells);
        if (problem !== undefined) throw new JobProblem(`line ${record.line}: ${problem}`);
        header = record.cells;
        continue;
      }
      records.push(record);
      if (records.length < ROWS && end.byte - begin < BYTES) continue;
      yield { header, records, end };
      records = [];
      begin = end.byte;
    }
  } catch (error) {
    if (error instanceof NotCsv) throw new JobProblem(error.message);
    throw error;
  }
  if (header === undefined) throw new JobProblem("The file has no lines.");
  if (records.length > 0) yield { header, records, end: end! };
}

const checkBatch: Act = async (tx, shop, job, batch) => {
  const lines = readLines(shop, batch);
  await refuseRepeated(tx, shop, job, lines);
  const { fresh, skipped } = await refuseUnfit(tx, shop, job, lines);
  return { tallies: { good: fresh.length, known: skipped }, refused: listRefused(batch, lines) };
};

const addBatch: Act = async (tx, shop, job, batch) => {
  const lines = readLines(shop, batch);
  const { fresh, skipped } = await refuseUnfit(tx, shop, job, lines);
  const { accept_case: isSecondTaken } = Input.parse(JSON.parse(job.input));
  const added = await insertStock(tx, shop, fresh, { jobId: job.id, isSecondTaken });
  return { tallies: { added, known: skipped }, refused: listRefused(batch, lines) };
};

/** A record with what speaks against it. */
type Line = { record: CsvRecord; row: StockRow; reasons: string[] };

const readLines = ({ clock }: Shop, { header, records }: Batch): Line[] =>
  records.map((record) => ({ record, ...readStockRow(header, record, clock.now()) }));

/** A check has to find a card number that the file holds twice, however far apart. */
async function refuseRepeated(tx: Writer, shop: Shop, job: JobRow, lines: Line[]) {
  const { accept_case: acceptCase } = Input.parse(JSON.parse(job.input));
  const cards = lines
    .filter(({ row }) => row.cardNumber !== "")
    .map(({ row, reasons }) => {
      const [fingerprint] = acceptCase
        ? codeHashes(shop.keys, "voucher-fingerprint", row.cardNumber)
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

/** Finds what the shop does not take of the lines that nothing speaks against. */
async function refuseUnfit(db: Reader, shop: Shop, job: JobRow, lines: Line[]) {
  const { skip_known: skipKnown, accept_case: acceptCase } = Input.parse(JSON.parse(job.input));
  const good = new Map(lines.filter(({ reasons }) => reasons.length === 0).map((line) => [line.row, line]));
  const sorted = await sortStock(db, shop, [...good.keys()], { skipKnown, acceptCase });
  for (const { row, reason } of sorted.refused) good.get(row)!.reasons.push(reason);
  return sorted;
}

const listRefused = ({ header }: Batch, lines: Line[]): RefusedRow[] =>
  lines
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ record: { line, cells }, reasons }) => ({
      place: `line ${line}`,
      reason: reasons.join("; "),
      cells: cells.slice(0, header.length),
    }));
