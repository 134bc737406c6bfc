import { Readable } from "node:stream";

import { ZipFile } from "yazl";

import { DAY_MS, INDIA_ZONE_MS } from "../days.ts";
import { keepApostrophes } from "./csv.ts";
import type { Cell, Cells } from "./csv-lines.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGES = "http://schemas.openxmlformats.org/package/2006";

/** The numbers of the styles below. */
const STYLES = { amount: 1, time: 2 };

/** The fixed files of a book. */
const PARTS: Record<string, string> = {
  "[Content_Types].xml": `<Types xmlns="${PACKAGES}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGES}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGES}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="2" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** An Excel file with one sheet of these rows, written at the reader's pace. It holds no formulas. */
export function xlsxOf(rows: AsyncIterable<Cells> | Iterable<Cells>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const sheet = Readable.from(writeSheet(rows));
  // An error in the rows aborts the file. A client that disconnects ends the reading.
  sheet.on("error", (error) => output.destroy(error));
  output.on("close", () => sheet.destroy());
  for (const [name, text] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(XML + text), name);
  zip.addReadStream(sheet, "xl/worksheets/sheet1.xml");
  zip.end();
  return output;
}

async function* writeSheet(rows: AsyncIterable<Cells> | Iterable<Cells>): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetData>`;
  for await (const cells of rows) yield `<row>${cells.map(writeCell).join("")}</row>`;
  yield "</sheetData></worksheet>";
}

function writeCell(cell: Cell): string {
  if (cell === null || cell === "") return "<c/>";
  if (typeof cell === "string")
    return `<c t="inlineStr"><is><t xml:space="preserve">${escape(keepApostrophes(cell))}</t></is></c>`;
  if (typeof cell === "number") return `<c><v>${cell}</v></c>`;
  return "at" in cell
    ? `<c s="${STYLES.time}"><v>${dayNumberAt(cell.at)}</v></c>`
    : `<c s="${STYLES.amount}"><v>${cell.hundredths / 100}</v></c>`;
}

/** A moment (ms) as Excel's count of days, in Indian time and to the second. */
const dayNumberAt = (at: number) => (Math.floor(at / 1_000) * 1_000 + INDIA_ZONE_MS) / DAY_MS + 25_569;

/** The most letters of a cell in Excel. */
const MOST_LETTERS = 32_767;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function escape(text: string): string {
  const fitting = text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text;
  return (
    fitting
      .toWellFormed()
      // XML does not allow these characters.
      .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, "")
      .replaceAll(/[&<>]/g, (sign) => ENTITIES[sign]!)
      // "_x000D_" would be read as a character.
      .replaceAll(/_(?=x[\dA-F]{4}_)/gi, "_x005F_")
      .replaceAll("\r", "_x000D_")
  );
}
