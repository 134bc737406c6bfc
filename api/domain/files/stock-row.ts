import { cleanLine, foldLine } from "../../../config/typed/characters.ts";
import { readDay } from "../../../config/typed/day.ts";
import { type Card, findCardProblems } from "../cards/card.ts";
import { endOfDay } from "../days.ts";
import { parseRupeeText } from "../pricing.ts";
import { findCellFault, type Meaning } from "./cell-faults.ts";
import { type CsvRecord, unguard } from "./csv.ts";
import type { TableColumns } from "./table-header.ts";

/** One voucher in a stock file. Face value in paise, null for an open value; expiry in ms. */
export type StockRow = Card & {
  line: number;
  sku: string;
  faceValue: number | null;
  expiresAt: number | null;
};

const MEANINGS = {
  product: "code",
  denomination: "number",
  card_number: "code",
  pin: "code",
  claim_url: "code",
  expires: "day",
} satisfies Record<string, Meaning>;
export type StockColumn = keyof typeof MEANINGS;
export const STOCK_COLUMNS = Object.keys(MEANINGS) as StockColumn[];

/** The columns of a stock file, with other names that suppliers give them. */
export const STOCK_TABLE: TableColumns = {
  of: "A stock file",
  required: ["product", "denomination", "card_number"],
  names: {
    product: ["sku", "product sku", "product code", "item code"],
    denomination: ["denominations", "face value", "value", "amount", "card value", "voucher value"],
    card_number: [
      "card",
      "card no",
      "card code",
      "number",
      "code",
      "gift card number",
      "gift card no",
      "gift card code",
      "voucher number",
      "voucher no",
      "voucher code",
      "voucher",
    ],
    pin: ["card pin", "pin number", "pin no", "pin code", "security pin", "voucher pin"],
    claim_url: ["url", "link", "claim link", "redemption url", "redemption link", "activation url", "activation link"],
    expires: [
      "expiry",
      "expiry date",
      "expires on",
      "expiration date",
      "expiration",
      "card expiry",
      "expiry day",
      "valid until",
      "valid till",
      "valid upto",
      "valid up to",
      "validity",
      "validity date",
      "end date",
    ],
  } satisfies Record<StockColumn, string[]>,
  day: "expires",
};

/**
 * Reads a voucher from a record below a header with these columns. The reasons against it repeat no code.
 * @param now time in ms; a voucher that expires before or at this time is refused
 */
export function readStockRow(columns: string[], record: CsvRecord, now: number): { row: StockRow; reasons: string[] } {
  const reasons: string[] = [];
  const row = readRow(columns, record, now, (reason) => void reasons.push(reason));
  return { row, reasons };
}

function readRow(columns: string[], record: CsvRecord, now: number, say: (reason: string) => void): StockRow {
  const { line, cells, kinds = {} } = record;
  if (cells.length !== columns.length) say(`has ${cells.length} cells, the header has ${columns.length}`);
  const isSentAgain = columns.includes("reason");
  const faulty = new Set<StockColumn>();
  /** A cell that cannot be read has one reason. */
  const sayOf = (column: StockColumn, reason: string) => void (faulty.has(column) || say(reason));
  const get = (column: StockColumn) => {
    const at = columns.indexOf(column);
    const cell = cells[at] ?? "";
    // Spreadsheets mark a text by an apostrophe.
    const text = cleanLine(isSentAgain ? unguard(cell) : cell).replace(/^'/, "");
    const fault = findCellFault(text, MEANINGS[column], kinds[at]);
    if (fault !== undefined) faulty.add(column);
    if (fault !== undefined) say(`${column} ${fault}`);
    return text;
  };
  // Documents write other dashes in a SKU. A card's number stays as it is.
  const [sku, cardNumber, pin, claimUrl] = [foldLine(get("product")), get("card_number"), get("pin"), get("claim_url")];
  if (sku === "") sayOf("product", "product is empty");
  const card = { cardNumber, pin: pin || null, claimUrl: claimUrl || null };
  for (const { field, reason } of findCardProblems(card)) sayOf(field, `${field} ${reason}`);
  const denomination = get("denomination");
  const faceValue = denomination === "" ? null : parseRupeeText(denomination);
  if (faceValue === undefined)
    sayOf("denomination", "denomination must be rupees such as 250 or 99.50, or empty for an open value");
  const expiry = readExpiry(get("expires"));
  if (typeof expiry === "string") sayOf("expires", `expires ${expiry}`);
  else if (expiry !== null && expiry <= now) say("has expired");
  const expiresAt = typeof expiry === "string" ? null : expiry;
  return { line, sku, faceValue: faceValue ?? null, ...card, expiresAt };
}

/** The end of a day in ms, null for an empty cell, or the reason that it cannot be read. */
function readExpiry(cell: string): number | string | null {
  const last = cell === "" ? null : readDay(cell);
  return typeof last === "object" && last !== null ? endOfDay(last.day) : last;
}

/** The reason against a card number that the file holds twice. */
export const repeatedCard = (line: number) => `the card number is already on line ${line}`;
