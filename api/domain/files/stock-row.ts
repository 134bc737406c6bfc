import { type Card, findCardProblems } from "../cards/card.ts";
import { readEndOfDay } from "../days.ts";
import { parseRupeeText } from "../pricing.ts";
import { type CsvRecord, REFUSAL_COLUMNS, unguard } from "./csv.ts";

/** One voucher in a stock file. Face value in paise, null for an open value; expiry in ms. */
export type StockRow = Card & {
  line: number;
  sku: string;
  faceValue: number | null;
  expiresAt: number | null;
};

const REQUIRED = ["product", "denomination", "card_number"] as const;
const OPTIONAL = ["pin", "claim_url", "expires"] as const;
export const STOCK_COLUMNS = [...REQUIRED, ...OPTIONAL] as const;
export type StockColumn = (typeof STOCK_COLUMNS)[number];

/** What is wrong with the first line of a stock file; undefined if it names the columns. */
export function findHeaderProblem(header: string[]): string | undefined {
  // Name it by its position: if the header is missing, this cell is a code.
  const unknown = header.flatMap((name, index) =>
    [...(STOCK_COLUMNS as readonly string[]), ...REFUSAL_COLUMNS].includes(name) && header.indexOf(name) === index
      ? []
      : [`column ${index + 1} is none of these`],
  );
  const missing = REQUIRED.filter((name) => !header.includes(name)).map((name) => `${name} is missing`);
  const faults = [...missing, ...unknown];
  if (faults.length === 0) return undefined;
  return `the first line must name the columns ${STOCK_COLUMNS.join(",")}: ${faults.join(", ")}`;
}

/**
 * Reads a voucher from a record below `header`. The reasons against it repeat no code.
 * @param now time in ms; a voucher that expires by then is refused
 */
export function readStockRow(header: string[], record: CsvRecord, now: number): { row: StockRow; reasons: string[] } {
  const reasons: string[] = [];
  const row = readRow(header, record, now, (reason) => void reasons.push(reason));
  return { row, reasons };
}

function readRow(header: string[], { line, cells }: CsvRecord, now: number, say: (reason: string) => void): StockRow {
  if (cells.length !== header.length) say(`has ${cells.length} cells, the first line has ${header.length}`);
  const isSentAgain = header.includes("reason");
  const get = (column: StockColumn) => {
    const cell = cells[header.indexOf(column)] ?? "";
    return isSentAgain ? unguard(cell) : cell;
  };
  const [cardNumber, pin, claimUrl] = [get("card_number"), get("pin"), get("claim_url")];
  if (get("product") === "") say("product is empty");
  for (const { field, reason } of findCardProblems({ cardNumber, pin: pin || null, claimUrl: claimUrl || null }))
    say(`${field} ${reason}`);
  // Spreadsheets turn long numbers into this form and lose the last digits.
  if (/^\d+([.,]\d+)?E\+?\d+$/i.test(cardNumber)) say("card_number was rounded by a spreadsheet; format it as text");
  const denomination = get("denomination");
  const faceValue = denomination === "" ? null : parseRupeeText(denomination);
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

/** The reason against a card number that the file holds twice. */
export const repeatedCard = (line: number) => `the card number is already on line ${line}`;
