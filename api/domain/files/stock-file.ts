import { parseRupees } from "../pricing.ts";
import type { FileProblem } from "./catalogue-file.ts";
import { type CsvRecord, parseCsv } from "./csv.ts";

/** One voucher in a stock file. Face value in paise, null for an open value; expiry in ms. */
export type StockRow = {
  line: number;
  sku: string;
  faceValue: number | null;
  cardNumber: string;
  pin: string | null;
  claimUrl: string | null;
  expiresAt: number | null;
};

const REQUIRED = ["product", "denomination", "card_number"] as const;
const OPTIONAL = ["pin", "claim_url", "expires"] as const;
type Column = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];
const COLUMNS: readonly string[] = [...REQUIRED, ...OPTIONAL];

/** A transaction with this many rows ends before a shopper's transaction would time out behind it. */
const MAX_ROWS = 10_000;

/**
 * Parses vouchers from CSV (docs/operating.md). Each problem names its line; none repeats a code.
 * @param now time in ms; vouchers that expire by then are refused
 */
export function parseStockFile(text: string, now: number): { rows: StockRow[] } | { problems: FileProblem[] } {
  const records = parseCsv(text);
  if (records === undefined) return refuse("file", "a quote is not closed, or opens in the middle of a cell");
  const [header, ...body] = records;
  if (header === undefined) return refuse("file", "is empty");
  // Name it by its position: if the header is missing, this cell is a code.
  const unknown = header.cells.flatMap((name, index) =>
    COLUMNS.includes(name) && header.cells.indexOf(name) === index ? [] : [`column ${index + 1} is none of these`],
  );
  const missing = REQUIRED.filter((name) => !header.cells.includes(name)).map((name) => `${name} is missing`);
  const faults = [...missing, ...unknown];
  if (faults.length > 0) {
    const columns = COLUMNS.join(",");
    return refuse(`line ${header.line}`, `the first line must name the columns ${columns}: ${faults.join(", ")}`);
  }
  if (body.length > MAX_ROWS) return refuse("file", `has more than ${MAX_ROWS} vouchers; split it`);

  const problems: FileProblem[] = [];
  const firstLine = new Map<string, number>();
  const rows = body.map((record) => {
    const say = (reason: string) => void problems.push({ place: `line ${record.line}`, reason });
    const row = readRow(header.cells, record, now, say);
    const first = firstLine.get(row.cardNumber);
    if (first !== undefined) say(`the card number is already on line ${first}`);
    else if (row.cardNumber !== "") firstLine.set(row.cardNumber, record.line);
    return row;
  });
  return problems.length > 0 ? { problems } : { rows };
}

const refuse = (place: string, reason: string) => ({ problems: [{ place, reason }] });

function readRow(header: string[], { line, cells }: CsvRecord, now: number, say: (reason: string) => void): StockRow {
  if (cells.length !== header.length) say(`has ${cells.length} cells, the first line has ${header.length}`);
  const get = (column: Column) => cells[header.indexOf(column)] ?? "";
  const [cardNumber, pin, claimUrl] = [get("card_number"), get("pin"), get("claim_url")];
  if (get("product") === "") say("product is empty");
  if (!isCode(cardNumber)) say("card_number must be 4 to 64 characters");
  // Spreadsheets turn long numbers into this form and lose the last digits.
  if (/^\d+([.,]\d+)?E\+?\d+$/i.test(cardNumber)) say("card_number was rounded by a spreadsheet; format it as text");
  if (pin !== "" && !/^[\x21-\x7e]{1,64}$/.test(pin)) say("pin must be at most 64 characters");
  if (claimUrl !== "" && !(URL.canParse(claimUrl) && new URL(claimUrl).protocol === "https:")) {
    say("claim_url must begin with https://");
  }
  const faceValue = readAmount(get("denomination"));
  if (faceValue === undefined) say("denomination must be rupees such as 250 or 99.50, or empty for an open value");
  const expiresAt = readEndOfDay(get("expires"));
  if (expiresAt === undefined) say("expires must be a day such as 2027-03-31");
  else if (expiresAt !== null && expiresAt <= now) say("has expired");
  return {
    line,
    sku: get("product"),
    faceValue: faceValue ?? null,
    cardNumber,
    pin: pin || null,
    claimUrl: claimUrl || null,
    expiresAt: expiresAt ?? null,
  };
}

const isCode = (text: string) => /^[\x21-\x7e][\x20-\x7e]{2,62}[\x21-\x7e]$/.test(text);

/** Paise; null for an empty cell, undefined for an invalid amount. */
function readAmount(text: string): number | null | undefined {
  if (text === "") return null;
  const paise = /^\d{1,8}(\.\d{1,2})?$/.test(text) ? parseRupees(Number(text)) : undefined;
  return paise === 0 ? undefined : paise;
}

/** The end of that day in India (ms); null for an empty cell, undefined for an invalid day. */
export function readEndOfDay(text: string): number | null | undefined {
  if (text === "") return null;
  const end = Date.parse(`${text}T23:59:59.999+05:30`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  // Date.parse would read 2027-02-30 as 2 March.
  return isDay && new Date(Date.parse(text)).toISOString().startsWith(text) ? end : undefined;
}
