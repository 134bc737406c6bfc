import { readRupees, withoutCurrency } from "../../../config/typed/amount.ts";
import { foldLine } from "../../../config/typed/characters.ts";

/** The direction of the money. */
export type Side = "credit" | "debit";

/** An amount in paise, 0 or more. `side` is undefined if its cell names none. */
export type StatementAmount = { paise: number; side?: Side };

/** ₹100 crore. A credit may be larger than any order: then it pays none. */
const MOST_PAISE = 1_000_000_000_00;

const SIGNS = new Map<string, Side>([
  ["+", "credit"],
  ["-", "debit"],
]);
const SIDE =
  /^\(?(?:(cr|credit(?:ed)?|c|deposit(?:ed)?|receipts?|received|inward|in)|dr|debit(?:ed)?|d|withdrawal|withdrawn|payments?|paid|outward|out)\.?\)?$/i;
/** Some banks print more zeros, or a point without decimals. */
const NO_DECIMALS = /(?<=\.\d\d)0+$|\.$/;

/** A cell in the form in which it is read, without the apostrophe with which spreadsheets mark a text. */
export const cleanCell = (cell: string): string => foldLine(cell).replace(/^'+ ?/, "");

/** The side that a cell names, such as "Cr" or "DR."; undefined for other texts. */
export function readSide(cell: string): Side | undefined {
  const text = cleanCell(cell);
  const named = SIDE.exec(text);
  if (named === null) return SIGNS.get(text);
  return named[1] === undefined ? "debit" : "credit";
}

/**
 * The amount of a cell such as "1,04,500.50", "₹99.00", "99.00 Cr", "(99.00)" or "-500". A minus and brackets make a debit. An
 * empty cell and a dash are 0. Undefined for other texts, for more than two decimals and above ₹100 crore.
 */
export function readStatementAmount(cell: string): StatementAmount | undefined {
  let text = cleanCell(cell);
  if (/^(-+|nil|na|n\/a)?$/i.test(text)) return { paise: 0 };
  let side: Side | undefined;
  const named = /^(.*?[\d.)-])\s*(\(?(?:cr?|dr?)\.?\)?)$/i.exec(text) ?? /^()(cr|dr)\b\.?/i.exec(text);
  if (named !== null) {
    side = readSide(named[2]!);
    text = named[1] === "" ? text.slice(named[0].length).trim() : named[1]!;
  }
  const bare = withoutCurrency(text);
  const minus = /^\((.*)\)$|^-(.*)$|^(.*)-$/.exec(bare);
  const signless = minus === null ? bare.replace(/^\+/, "") : (minus[1] ?? minus[2] ?? minus[3])!;
  const paise = Math.round(readRupees(signless.replace(NO_DECIMALS, "")) * 100);
  if (!(paise <= MOST_PAISE) || (minus !== null && side === "credit")) return undefined;
  const found = minus === null ? side : "debit";
  return found === undefined ? { paise } : { paise, side: found };
}

/** The amount of a credit in paise; undefined for other texts, for debits and for 0. */
export function parseStatementAmount(text: string): number | undefined {
  const amount = readStatementAmount(text);
  return amount === undefined || amount.side === "debit" ? undefined : amount.paise || undefined;
}
