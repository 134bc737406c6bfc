import type { KeptColumns } from "../domain/bank/columns.ts";
import { readTable } from "../domain/bank/table.ts";
import type { CsvRecord } from "../domain/files/csv.ts";
import { describeEncoding, describeSheet } from "../domain/files/table-layout.ts";
import { decodeText, findWrongFormat, isZip, UnusableFile } from "../domain/files/text-encoding.ts";
import { JobProblem, NotNow, PassingProblem } from "./job-kind.ts";
import { fileOf, parseWhole } from "./read-table.ts";

/** A statement's file: its text, or the records of its first sheet. `reading` describes the encoding and the layout, in sentences. */
export type BankFile = { reading: string[] } & ({ text: string } | { records: CsvRecord[] });

/** Reads the file of a statement: a text in any usual encoding, or Excel (.xlsx). @returns a string that names the problem */
export async function readBankFile(brand: string, bytes: Buffer): Promise<BankFile | string> {
  const problem = findWrongFormat(bytes);
  if (problem !== undefined) return problem;
  try {
    if (isZip(bytes)) return await readSheet(brand, bytes);
    const { text, encoding } = await decodeText(bytes);
    return { text, reading: describeEncoding(encoding) };
  } catch (error) {
    if (error instanceof JobProblem || error instanceof UnusableFile) return error.message;
    if (error instanceof NotNow || error instanceof PassingProblem)
      return "Other files are being read. Try again in a minute, or send the file as CSV.";
    throw error;
  }
}

async function readSheet(brand: string, bytes: Buffer): Promise<BankFile> {
  const { head, lines } = await parseWhole(fileOf(brand, bytes), "xlsx");
  const records = [...lines].map((line) => line() as CsvRecord);
  if (records.length === 0) throw new UnusableFile("The file is empty.");
  return { records, reading: "sheet" in head ? describeSheet(head) : [] };
}

/** The records of a file. A text is split by the columns that a member chose, or by the usual ones. */
export const toRecords = (file: BankFile, kept?: KeptColumns): CsvRecord[] =>
  "records" in file ? file.records : readTable(file.text, kept);
