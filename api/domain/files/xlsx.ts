import { Parser } from "htmlparser2";
import { readSheet } from "read-excel-file/universal";
import { fromBufferPromise } from "yauzl";

import type { CsvRecord } from "./csv.ts";

/** Unpacked, with everything that the file holds. */
const MAX_BYTES = 128 * 1024 * 1024;
/** A catalogue has a dozen columns. */
const MAX_COLUMNS = 256;
/** The sheet's reader takes time by the square of it. Pictures, read as XML, have some thousands at most. */
const MAX_DEPTH = 20_000;
/** A text that many cells share is stored once, so a small file may hold far more. */
const MAX_LETTERS = 32 * 1024 * 1024;

/** A file that is no sheet, or unpacks to more than anybody needs. */
export class NotXlsx extends Error {
  override name = "NotXlsx";
}

/**
 * The rows of the first sheet of an Excel file, as `parseCsv` has them. It may take seconds and any amount of memory, so it
 * belongs into a process with limits.
 * @param maxRows of one sheet, with the first line
 * @throws NotXlsx
 */
export async function readXlsx(bytes: Uint8Array, maxRows: number): Promise<CsvRecord[]> {
  await refuseBombs(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), maxRows).catch((error: unknown) => {
    throw error instanceof NotXlsx ? error : new NotXlsx("This is not an Excel file (.xlsx).");
  });
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const rows = await readSheet(buffer).catch(() => {
    throw new NotXlsx("This Excel file cannot be read. Save it again as .xlsx, or as CSV (UTF-8).");
  });
  let letters = 0;
  return rows
    .map((row, at) => ({
      line: at + 1,
      cells: row.map((value) => {
        const cell = value === null ? "" : String(value).trim();
        letters += cell.length;
        if (letters > MAX_LETTERS) throw new NotXlsx("This Excel file holds more than 32 million letters.");
        return cell;
      }),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
}

/**
 * Unpacks every entry and keeps nothing: what a zip file says of its sizes need not be true. What reads the sheet fills the
 * gaps between rows and cells, so one row of a high number would make as many.
 */
async function refuseBombs(bytes: Buffer, maxRows: number) {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith("/")) continue;
    const parser = createWatch(maxRows);
    const decoder = new TextDecoder();
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      size += (chunk as Buffer).length;
      if (size > MAX_BYTES) throw new NotXlsx("This Excel file unpacks to more than 128 MB.");
      // The relations name the parts, so a sheet may have any name.
      parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    }
  }
}

/** Looks at the depth of elements, and at the places of rows and cells. @throws NotXlsx */
function createWatch(maxRows: number) {
  let depth = 0;
  return new Parser(
    {
      onclosetag: () => void depth--,
      onopentag(prefixed, { r }) {
        if (++depth > MAX_DEPTH) throw new NotXlsx("This Excel file nests elements too deeply.");
        const name = prefixed.slice(prefixed.indexOf(":") + 1);
        if (r === undefined || (name !== "row" && name !== "c")) return;
        const [, letters, number] = /^([A-Z]*)(\d+)$/.exec(r) ?? [];
        if (number === undefined || Number(number) > maxRows)
          throw new NotXlsx(
            `A sheet of this Excel file has a row ${r.slice(0, 20)}; a sheet may have ${maxRows - 1} rows below the first. Delete the others, or save it as CSV (UTF-8), which may have more.`,
          );
        if (columnOf(letters!) > MAX_COLUMNS)
          throw new NotXlsx(
            `A sheet of this Excel file has a cell ${r.slice(0, 20)}; a sheet may have ${MAX_COLUMNS} columns. Delete the others.`,
          );
      },
    },
    { xmlMode: true },
  );
}

/** "A" is 1, "AA" is 27. */
const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
