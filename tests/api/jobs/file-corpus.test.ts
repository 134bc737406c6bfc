import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { readStatement } from "../../../api/domain/bank/statement.ts";
import { indianDay } from "../../../api/domain/days.ts";
import { sortProduct } from "../../../api/domain/files/catalogue-file.ts";
import { catalogueTable, readTableRow } from "../../../api/domain/files/catalogue-table.ts";
import { readStockRow, STOCK_TABLE } from "../../../api/domain/files/stock-row.ts";
import type { TableColumns } from "../../../api/domain/files/table-header.ts";
import { describeLayout } from "../../../api/domain/files/table-layout.ts";
import { readBankFile, toRecords } from "../../../api/jobs/read-bank-file.ts";
import { fileOf, readTable, type TableRow } from "../../../api/jobs/read-table.ts";
import { bookOf, cellOf } from "../../helpers/api/excel-file.ts";

// Files as people and programs make them (tests/files). Each has its expected reading here.

const NOW = Date.UTC(2026, 0, 15);
const ALLOWED = { imageOrigins: [], suppliers: {}, languages: ["en"] };

const bytesOf = (name: string) => readFileSync(new URL(`../../files/${name}`, import.meta.url));

async function read(bytes: Uint8Array, kind: TableColumns) {
  const rows: TableRow[] = [];
  for await (const row of readTable(fileOf("acme", Buffer.from(bytes)), kind)) rows.push(row);
  const { layout, seen } = rows.at(-1)!.cursor;
  return { rows: rows.map(({ record }) => record), columns: layout.columns, reading: describeLayout(layout, seen) };
}

async function readCatalogue(bytes: Uint8Array) {
  const { rows, columns, reading } = await read(bytes, catalogueTable(ALLOWED));
  const products = rows.map((record) => {
    const { value, reasons } = readTableRow(columns, record);
    const sorted = sortProduct(value, ALLOWED);
    const own = reasons.map((reason) => reason.split(":")[0]);
    const all = [...reasons, ...sorted.reasons.filter((reason) => !own.includes(reason.split(":")[0]))];
    if (all.length > 0) return `${record.line} refused: ${all.join("; ")}`;
    const { sku, name, denominations, price_mrp, is_available, validity_days } = sorted.product!;
    const amounts = denominations.map(({ min, max }) => (min === max ? `${min}` : `${min}-${max}`)).join(" ");
    return `${record.line} ${sku} | ${name} | ${amounts} | ${price_mrp} | ${is_available} | ${validity_days}`;
  });
  return { reading, products };
}

async function readStock(bytes: Uint8Array) {
  const { rows, columns, reading } = await read(bytes, STOCK_TABLE);
  const cards = rows.map((record) => {
    const { row, reasons } = readStockRow(columns, record, NOW);
    if (reasons.length > 0) return `${record.line} refused: ${reasons.join("; ")}`;
    const { sku, faceValue, cardNumber, pin, expiresAt } = row;
    return `${record.line} ${sku} | ${faceValue} | ${cardNumber} | ${pin} | ${expiresAt && indianDay(expiresAt)}`;
  });
  return { reading, cards };
}

const UTF8 = "The file is UTF-8.";
const UTF16 = "The file is UTF-16.";
const WINDOWS = "The file is not UTF-8, so Windows-1252 is assumed. Look at letters with accents, dashes and quotes.";
const cells = (separator: string, line: number) => `Cells stand between ${separator}; line ${line} names the columns.`;
const merchants = (count: number) =>
  Array.from({ length: count }, () => expect.stringMatching(/^\d+ P\d{4} \| Merchant \d+ Café – Gift Card \| /));

const FORMULA = "is a formula. Copy its value into the cell. If it is a text, write an apostrophe before the =";
const MADE_DATE =
  "is a date, which a spreadsheet makes of some SKUs. Format the column as text and write the SKU again";

type Expected = { reading: string[]; products: unknown[] };

describe("A catalogue", () => {
  test.each<[string, Expected]>([
    [
      "k04-commas.csv",
      {
        reading: [UTF8, cells("commas", 1)],
        products: [
          expect.stringMatching(/^2 refused: denominations: "1,500" can be ₹1,500.00, or ₹1.00 and ₹500.00/),
          expect.stringMatching(/^3 refused: denominations: "1,250" can be ₹1,250.00, or ₹1.00 and ₹250.00/),
          "4 CM-3 | Comma Three | 100000 200000 | undefined | true | 365",
          expect.stringMatching(/^5 refused: denominations: /),
          "6 CM-5 | Rupee | 50000 100000 | undefined | true | 365",
          "7 CM-6 | Range | 50000-150000 | undefined | true | 365",
          "8 CM-7 | Dec | 50000 100000 | undefined | true | 365",
          "9 CM-8 | Rng2 | 50000-100000 | undefined | true | 365",
          "10 CM-9 | Flag | 50000 | undefined | true | 365",
          "11 CM-10 | Flag2 | 50000 | undefined | true | 365",
          "12 refused: validity_days: must be a whole number",
          "13 CM-12 | Mrp | 50000 | 150000 | true | 365",
          expect.stringMatching(/^14 refused: denominations: "500\/1000" is not an amount/),
          expect.stringMatching(/^15 refused: denominations: "500\|1000" is not an amount/),
        ],
      },
    ],
    [
      "k06-caps.csv",
      { reading: [UTF8, cells("commas", 1)], products: ["2 CAP-1 | Caps | 50000 | undefined | true | 365"] },
    ],
    [
      "k08-utf16.csv",
      { reading: [UTF16, cells("commas", 1)], products: ["2 U16-1 | U16 | 50000 | undefined | true | 365"] },
    ],
    [
      "k09-win1252.csv",
      {
        reading: [WINDOWS, cells("commas", 1), "Names in it: “Café – D’Souza”."],
        products: ["2 W12-1 | Café – D’Souza | 50000 | undefined | true | 365"],
      },
    ],
    [
      "k10-rows.csv",
      {
        reading: [UTF8, cells("commas", 1)],
        products: [
          "2 refused: name: must be one line",
          expect.stringMatching(/^4 DUP-1 /),
          expect.stringMatching(/^5 DUP-1 /), // that it is the second one is found in the file's job
          expect.stringMatching(/^6 dup-1 /),
          expect.stringMatching(/^7 NS-1 /),
          expect.stringMatching(/^8 refused: sku: must be 1 to 64 letters, digits/),
          "9 refused: sku: is a formula, not a code. Copy its value into the cell",
          expect.stringMatching(/^10 001 /),
          expect.stringMatching(/^11 1 /),
          "12 refused: name: must not be empty",
          expect.stringMatching(/^13 CT-1 /),
          expect.stringMatching(/^14 CT-2 /),
          expect.stringMatching(/^15 CT-3 /),
        ],
      },
    ],
    ["e_human_header.csv", { reading: [UTF8, cells("commas", 1)], products: merchants(5) }],
    [
      "g_extra_columns.csv",
      {
        reading: [UTF8, cells("commas", 1), "Columns that were not read: “internal note”."],
        products: merchants(5),
      },
    ],
    ["j_title_row.csv", { reading: [UTF8, cells("commas", 3)], products: merchants(1) }],
    [
      "l_merged_header.xlsx",
      {
        reading: ["The file is Excel; its sheet “Sheet” was read.", "Line 2 names the columns."],
        products: merchants(10),
      },
    ],
    [
      "tabs-utf16-no-mark.txt",
      {
        reading: [UTF16, cells("tabs", 1), "Names in it: “Café Card”.", "Columns that were not read: “Remarks”."],
        products: ["2 TAB-1 | Café Card | 50000 200000 | undefined | true | 365"],
      },
    ],
    [
      "sep-line.csv",
      {
        reading: [UTF8, cells("semicolons", 2)],
        products: ["3 SEP-1 | Sep Card | 25000 50000 | undefined | true | 365"],
      },
    ],
    [
      "classic-mac.csv",
      {
        reading: [UTF8, cells("commas", 1)],
        products: ["2 MAC-1 | Mac Card | 25000 | undefined | true | 365", "3 refused: name: must be one line"],
      },
    ],
    [
      "lost-letters.csv",
      {
        reading: [UTF8, cells("commas", 1)],
        products: [
          "2 refused: name: holds the sign � in place of a letter: an earlier program lost it. Write the letter again",
          "3 GOOD-1 | Café Card | 25000 | undefined | true | 365",
        ],
      },
    ],
    [
      "stray-quotes.csv",
      {
        reading: [UTF8, cells("commas", 1)],
        products: [
          `2 Q-1 | 5" Pizza | 25000 | undefined | true | 365`,
          `3 Q-2 | The "Best" Card | 25000 | undefined | true | 365`,
          "4 refused: the row has more cells than the header. Put a text that holds a comma in quotes",
          `5 Q-4 | "Best" Card | 25000 | undefined | true | 365`,
          `6 Q-5 | 12" tray | 25000 | undefined | true | 365`,
        ],
      },
    ],
    [
      "errors.csv",
      {
        reading: [UTF8, cells("commas", 1)],
        products: [
          "2 refused: name: is an error of the spreadsheet, not a value",
          "3 refused: denominations: is an error of the spreadsheet, not a value",
          "4 refused: price_mrp: is an error of the spreadsheet, not a value",
          "5 refused: is_available: must be yes or no",
        ],
      },
    ],
    [
      "spreadsheet-made.csv",
      {
        reading: [UTF8, cells("commas", 1)],
        products: [
          "2 refused: sku: is TRUE or FALSE, not a code",
          `3 refused: sku: ${MADE_DATE}`,
          `4 refused: sku: ${MADE_DATE}`,
          expect.stringContaining(`5 refused: sku: ${MADE_DATE}`),
          `6 refused: name: ${FORMULA}`,
          `7 refused: details: ${FORMULA}`,
          "8 refused: details: is an error of the spreadsheet, not a value",
          "9 refused: image_url: is an error of the spreadsheet, not a value",
          "10 S-5-6 | Card | 25000 | undefined | true | 365",
          "11 DEC-26 | Card | 25000 | undefined | true | 365",
          "12 refused: validity_days: must be a whole number",
        ],
      },
    ],
  ])("as %s is read, and bad rows stand beside good ones", async (name, expected) => {
    expect(await readCatalogue(bytesOf(`catalogue/${name}`))).toEqual(expected);
  });

  test("of Excel with mistakes loses neither digits nor days, and gives the reason of each refused row", async () => {
    const { reading, products } = await readCatalogue(bytesOf("catalogue/k_mistakes.xlsx"));
    expect(reading).toEqual([
      "The file is Excel; its sheet “Catalogue” was read.",
      "Other sheets were not read: “Notes”.",
      "Line 1 names the columns.",
    ]);
    expect(products).toHaveLength(300);
    const rounded =
      "sku: is a number of more than 15 digits, of which a spreadsheet loses the last. Format the cell as text and write all digits";
    const date = (column: string, day: string) =>
      `${column}: is a date in the spreadsheet (${day}). Format the cell as text and write it again`;
    expect(products.filter((product) => String(product).includes("refused"))).toEqual([
      `5 refused: ${rounded}`,
      `6 refused: sku: was rounded by a spreadsheet. Format the cell as text and write all digits`,
      `8 refused: ${date("validity_days", "2026-12-31")}`,
      "11 refused: name: is a formula without its value. Open the file in a spreadsheet, save it and send it again",
      `15 refused: ${date("denominations", "2026-02-05")}`,
      `16 refused: ${date("name", "2026-01-01")}`,
      "17 refused: price_mrp: is an error of the spreadsheet, not a value",
    ]);
    expect(products[5]).toBe("7 1001 | Merchant 6 Café – Gift Card | 20000-500000 | undefined | true | 365");
  });

  test.each([
    ["twice-named.csv", "Columns 2 (Product) and 3 (Name) of line 1 both name the name. Remove one."],
    [
      "no-header.csv",
      "None of the first 10 lines names the columns. A catalogue needs sku, name, subcategory and denominations; sku, name, subcategory and denominations are missing.",
    ],
    [
      "mixed-encodings.csv",
      "Most of this file is UTF-8, and the rest is not. Open it with the program that made it, and save it again as CSV (UTF-8).",
    ],
  ])("as %s is refused in words", async (name, problem) => {
    await expect(readCatalogue(bytesOf(`catalogue/${name}`))).rejects.toThrow(problem);
  });

  test.each<[string, number[] | string, RegExp]>([
    ["an old Excel file", [0xd0, 0xcf, 0x11, 0xe0], /old Excel file/],
    ["a PDF file", "%PDF-1.7", /PDF/],
    ["a web page", "\uFEFF <html><table>", /web page/],
    ["zeros", [0, 0, 0, 1, 0, 7], /not a text file/],
    ["half a letter in UTF-16", [0xff, 0xfe, 0x41], /damaged/],
    ["nothing", [], /no lines/],
  ])("that is %s is refused in words", async (_name, bytes, problem) => {
    await expect(readCatalogue(Buffer.from(bytes as string))).rejects.toThrow(problem);
  });
});

describe("A stock file", () => {
  test.each<[string, { reading: string[]; cards: unknown[] }]>([
    [
      "s02-semi.csv",
      { reading: [UTF8, cells("semicolons", 1)], cards: ["2 PAGE-1 | 50000 | SEMI000000000001 | 4711 | 2027-03-31"] },
    ],
    [
      "s04-head.csv",
      { reading: [UTF8, cells("commas", 1)], cards: ["2 PAGE-1 | 50000 | HEAD000000000001 | 4711 | 2027-03-31"] },
    ],
    [
      "s05-sci.csv",
      {
        reading: [UTF8, cells("commas", 1)],
        cards: ["2 refused: card_number was rounded by a spreadsheet. Format the cell as text and write all digits"],
      },
    ],
    [
      "s07-date01.csv",
      { reading: [UTF8, cells("commas", 1)], cards: ["2 PAGE-1 | 50000 | DATE000000000001 | 4711 | 2027-03-31"] },
    ],
    [
      "s07-date04.csv",
      { reading: [UTF8, cells("commas", 1)], cards: ["2 PAGE-1 | 50000 | DATE000000000004 | 4711 | 2027-03-31"] },
    ],
    [
      "s07-date07.csv",
      {
        reading: [UTF8, cells("commas", 1)],
        cards: ["2 refused: expires must be a day of the calendar, such as 2027-03-31, 31/03/2027 or 31 Mar 2027"],
      },
    ],
    [
      "s15-same.csv", // that they are the same cards is found in the file's job
      {
        reading: [UTF8, cells("commas", 1)],
        cards: [
          "2 PAGE-1 | 50000 | 6012-3456-7890-4799 | 4711 | 2027-03-31",
          "3 PAGE-1 | 50000 | 6012345678904799 | 4711 | 2027-03-31",
          "4 PAGE-1 | 50000 | 6012 3456 7890 4799 | 4711 | 2027-03-31",
          "5 PAGE-1 | 50000 | abcd-efgh-1234 | 4711 | 2027-03-31",
          "6 PAGE-1 | 50000 | ABCD-EFGH-1234 | 4711 | 2027-03-31",
        ],
      },
    ],
    [
      "s16-nbsp.csv",
      { reading: [UTF8, cells("commas", 1)], cards: ["2 PAGE-1 | 50000 | 6012345678904713 | 4711 | 2027-03-31"] },
    ],
    [
      "s18-case.csv", // the shop has no product of this spelling, which is found in the file's job
      { reading: [UTF8, cells("commas", 1)], cards: ["2 page-1 | 50000 | CASE000000000001 | 4711 | 2027-03-31"] },
    ],
    [
      "faulty-codes.csv",
      {
        reading: [UTF8, cells("commas", 1)],
        cards: [
          "2 refused: card_number is an error of the spreadsheet, not a value",
          "3 refused: card_number is a formula, not a code. Copy its value into the cell",
          "4 refused: pin is TRUE or FALSE, not a code",
          "5 refused: pin was rounded by a spreadsheet. Format the cell as text and write all digits",
          "6 refused: pin is a word for nothing, not a code. Leave the cell empty",
          "7 refused: card_number is a formula, not a code. Copy its value into the cell",
          "8 PAGE-1 | 50000 | 6012345678904721 | 0471 | null",
          "9 refused: pin is a formula, not a code. Copy its value into the cell",
          "10 refused: claim_url is a formula, not a code. Copy its value into the cell",
          "11 PAGE-1 | 50000 | GOOD471E12 | 471E12 | null",
        ],
      },
    ],
    [
      "supplier-tabs.txt",
      {
        reading: [UTF8, cells("tabs", 3), "Columns that were not read: “Batch”."],
        cards: ["4 PAGE-1 | 150000 | 6012345678904713 | 0471 | 2027-03-31"],
      },
    ],
    [
      "semicolon-1252.csv",
      {
        reading: [WINDOWS, cells("semicolons", 1), "Columns that were not read: “Remark”."],
        cards: ["2 PAGE-1 | 50000 | SEMI125200000001 | null | 2027-03-31"],
      },
    ],
  ])("as %s is read, and bad rows stand beside good ones", async (name, expected) => {
    expect(await readStock(bytesOf(`stock/${name}`))).toEqual(expected);
  });

  test("has days as people in India write them, and shows how one of two readings was read", async () => {
    const { reading, cards } = await readStock(bytesOf("stock/days.csv"));
    expect(reading.at(-1)).toBe("Days are read day first: 03/04/2027 is 3 April 2027.");
    expect(cards.slice(0, 14).map((card) => card.split(" | ").at(-1))).toEqual(Array(14).fill("2027-03-31"));
    expect(cards.slice(14)).toEqual([
      "16 PAGE-1 | 50000 | DAYS000000000015 | null | 2027-04-03",
      "17 refused: expires has the month before the day. Write 2027-03-31 or 31/3/2027",
      "18 refused: expires must be a day whose year has four digits, such as 31/03/2027",
      "19 refused: expires must be a day of the calendar, such as 2027-03-31, 31/03/2027 or 31 Mar 2027",
      "20 refused: expires must be a day, such as 2027-03-31, 31/03/2027 or 31 Mar 2027",
    ]);
  });

  test("may be Excel: a code keeps its zeros, and what the spreadsheet has changed is refused", async () => {
    const head = ["product", "denomination", "card_number", "pin", "expires"];
    const rows = [
      `<row r="1">${head.map((name, at) => cellOf(`${"ABCDE"[at]}1`, name)).join("")}</row>`,
      // a PIN of the format 0000, and a day
      `<row r="3">${cellOf("A3", "PAGE-1")}<c r="B3"><v>500</v></c>${cellOf("C3", "6012345678904713")}<c r="D3" s="1"><v>471</v></c><c r="E3" s="2"><v>46477</v></c></row>`,
      `<row r="4">${cellOf("A4", "PAGE-1")}<c r="B4"><v>500</v></c><c r="C4"><v>6012345678904710</v></c></row>`,
      `<row r="5">${cellOf("A5", "PAGE-1")}<c r="B5"><v>500</v></c><c r="C5" t="str"><f>A1&amp;B1</f><v>6012345678904739</v></c></row>`,
      `<row r="6">${cellOf("A6", "PAGE-1")}<c r="B6"><v>500</v></c>${cellOf("C6", "6012345678904747")}<c r="D6" t="b"><v>1</v></c></row>`,
      `<row r="7">${cellOf("A7", "PAGE-1")}<c r="B7"><v>500</v></c>${cellOf("C7", "6012345678904754")}<c r="D7" t="e"><v>#N/A</v></c></row>`,
      `<row r="8">${cellOf("A8", "PAGE-1")}<c r="B8"><v>500</v></c>${cellOf("C8", "6012345678904762")}<c r="D8" s="2"><v>4711</v></c></row>`,
      `<row r="9">${cellOf("A9", "PAGE-1")}<c r="B9"><v>500.10000000000002</v></c>${cellOf("C9", "6012345678904770")}<c r="E9"><v>46477</v></c></row>`,
    ];
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0000"/><numFmt numFmtId="165" formatCode="dd\\-mmm\\-yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
    const { cards } = await readStock(bookOf(rows.join(""), "", undefined, styles));
    expect(cards).toEqual([
      "3 PAGE-1 | 50000 | 6012345678904713 | 0471 | 2027-03-31",
      "4 refused: card_number is a number of more than 15 digits, of which a spreadsheet loses the last. Format the cell as text and write all digits",
      "5 refused: card_number is a formula, not a code. Copy its value into the cell",
      "6 refused: pin is TRUE or FALSE, not a code",
      "7 refused: pin is an error of the spreadsheet, not a value",
      "8 refused: pin is a date in the spreadsheet, not a code. Format the cell as text and write it again",
      "9 refused: expires is a number. Format the cell as a date",
    ]);
  });

  test("goes on behind any row, in every encoding", async () => {
    const text = `product,denomination,card_number,pin\n${Array.from({ length: 40 }, (_, at) => `PAGE-1,500,CARD-${at},"é${at % 3 === 0 ? "\r\n" : ""}x"`).join("\n\n")}\n`;
    const files = {
      "utf-8": Buffer.from(`\uFEFF${text}`),
      "utf-16": Buffer.from(`\uFEFF${text}`, "utf16le"),
      "windows-1252": Buffer.from(text, "latin1"),
      excel: Buffer.from(
        bookOf(
          [
            ["product", "denomination", "card_number"],
            ["PAGE-1", "500", "CARD-1"],
            ["PAGE-1", "500", "CARD-2"],
          ]
            .map(
              (row, at) =>
                `<row r="${at + 1}">${row.map((cell, i) => cellOf(`${"ABC"[i]}${at + 1}`, cell)).join("")}</row>`,
            )
            .join(""),
        ),
      ),
    };
    for (const [name, bytes] of Object.entries(files)) {
      const all: TableRow[] = [];
      for await (const row of readTable(fileOf("acme", bytes), STOCK_TABLE)) all.push(row);
      const from = name === "excel" ? 0 : 17;
      const rest: TableRow[] = [];
      const cursor = JSON.parse(JSON.stringify(all[from]!.cursor));
      for await (const row of readTable(fileOf("acme", bytes), STOCK_TABLE, { cursor })) rest.push(row);
      expect([name, rest]).toEqual([name, all.slice(from + 1)]);
      expect(all.at(-1)!.done).toBeGreaterThan(bytes.length * 0.9);
    }
  });
});

describe("A bank's statement", () => {
  const NOTE = "Order ORD1795690546249142887241";
  const credit = (line: number, bankReference: string, note: unknown = expect.stringContaining("ORD17956905462")) => ({
    line,
    bankReference,
    amount: 9_900,
    note,
  });

  test.each<[string, unknown[], unknown[]]>([
    ["hdfc.csv", [credit(2, "612345678901")], []],
    ["hdfc-delimited.csv", [credit(2, "612345678901")], []],
    ["icici.csv", [credit(2, "612345678902")], []],
    ["sbi.xls.tsv", [credit(5, "612345678903")], []],
    ["m-hdfc.csv", [credit(2, "612345678901")], []],
    ["m-sbi.csv", [credit(2, "612345678903")], []],
    ["m-debit.csv", [credit(2, "612345678916", NOTE)], [{ line: 3, kind: "debit", reason: "a debit" }]],
    [
      "m-total.csv",
      [credit(2, "612345678915", NOTE)],
      [{ line: 3, kind: "total", reason: "a total, or a line without a payment" }],
    ],
    ["m-rupee.csv", [credit(2, "612345678909", NOTE)], []],
    [
      "m-sci.csv",
      [],
      [
        {
          line: 2,
          kind: "bad",
          reason: "a spreadsheet has shortened its UTR to 6.12346E+11: import the bank’s own file",
        },
      ],
    ],
    [
      "m-wrapped.csv",
      [credit(2, "612345678914", "UPI/CR/612345678914/ASHA RAO/Order ORD17956905462\n49142887241")],
      [],
    ],
  ])("as %s is read, and other rows are listed", async (name, rows, skipped) => {
    const file = await readBankFile("acme", bytesOf(`bank/${name}`));
    if (typeof file === "string") throw new Error(file);
    expect(readStatement(toRecords(file))).toMatchObject({ rows, skipped });
    expect(file.reading).toEqual([UTF8]);
  });
});
