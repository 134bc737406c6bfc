import readSheets from "read-excel-file/universal";
import { fromBufferPromise } from "yauzl";

import type { CsvRecord } from "./csv.ts";

/** Unpacked, with everything that the file holds. A sheet of 20,000 products is far smaller. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A file that is no sheet, or unpacks to more than anybody needs. */
export class NotXlsx extends Error {
  override name = "NotXlsx";
}

/** The rows of the first sheet of an Excel file, as `parseCsv` has them. @throws NotXlsx */
export async function readXlsx(bytes: Buffer): Promise<CsvRecord[]> {
  await refuseBombs(bytes).catch((error: unknown) => {
    throw error instanceof NotXlsx ? error : new NotXlsx("This is not an Excel file (.xlsx).");
  });
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const sheets = await readSheets(buffer).catch(() => {
    throw new NotXlsx("This Excel file cannot be read. Save it again as .xlsx, or as CSV (UTF-8).");
  });
  return (sheets[0]?.data ?? [])
    .map((row, at) => ({ line: at + 1, cells: row.map((cell) => (cell === null ? "" : String(cell).trim())) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
}

/** Unpacks every entry and keeps nothing: what a zip file says of its sizes need not be true. */
async function refuseBombs(bytes: Buffer) {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith("/")) continue;
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      size += (chunk as Buffer).length;
      if (size > MAX_BYTES) throw new NotXlsx("This Excel file unpacks to more than 64 MB.");
    }
  }
}
