import { strFromU8, unzipSync, zipSync } from "fflate";

/** A zip file of these texts by name. */
export const zipOf = (files: Record<string, string>) =>
  zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])),
  ) as Uint8Array<ArrayBuffer>;

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGES = "http://schemas.openxmlformats.org/package/2006/relationships";

/**
 * An Excel file with one sheet, as small as it can be.
 * @param rows the sheet's rows in XML
 * @param shared the text that its cells share
 * @param sheet the sheet's part
 * @param styles the part of the cells' formats, in XML
 */
export const bookOf = (rows: string, shared = "", sheet = "worksheets/sheet1.xml", styles = "<styleSheet/>") =>
  zipOf({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGES}"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="${sheet}"/><Relationship Id="rId2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": styles,
    "xl/sharedStrings.xml": `<sst xmlns="${MAIN}"><si><t>${shared}</t></si></sst>`,
    [`xl/${sheet}`]: `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
  });

/** A cell at a place such as "B2". */
export const cellOf = (place: string, text = "x") =>
  `<c r="${place}" t="inlineStr"><is><t>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</t></is></c>`;

/** A sheet of these cells, in at most 26 columns. */
export const sheetOf = (rows: string[][]) =>
  bookOf(
    rows
      .map((row, at) => {
        const cells = row.map((cell, column) => cellOf(`${String.fromCharCode(65 + column)}${at + 1}`, cell));
        return `<row r="${at + 1}">${cells.join("")}</row>`;
      })
      .join(""),
  );

/** An Excel file whose first sheet is a cover of these cells, before a sheet of others. */
export function withCover(cover: string[][], rows: string[][]) {
  const textsOf = (book: Uint8Array) =>
    Object.fromEntries(Object.entries(unzipSync(book)).map(([name, bytes]) => [name, strFromU8(bytes)]));
  const book = textsOf(sheetOf(rows));
  const { "xl/worksheets/sheet1.xml": front } = textsOf(sheetOf(cover));
  const workbook = book["xl/workbook.xml"]!.replace(
    "<sheets>",
    '<sheets><sheet name="Cover" sheetId="9" r:id="rId9"/>',
  );
  const relation = `<Relationship Id="rId9" Type="${RELATIONS}/worksheet" Target="worksheets/cover.xml"/></Relationships>`;
  const relations = book["xl/_rels/workbook.xml.rels"]!.replace("</Relationships>", relation);
  return zipOf({
    ...book,
    "xl/workbook.xml": workbook,
    "xl/_rels/workbook.xml.rels": relations,
    "xl/worksheets/cover.xml": front!,
  });
}
