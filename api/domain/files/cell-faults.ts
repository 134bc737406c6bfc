import { readDay } from "../../../config/typed/day.ts";
import { LOST } from "./text-encoding.ts";

/** The type of a spreadsheet cell that is not plain text. "formula": its stored value is `text`, if there is one. */
export type CellKind = "date" | "boolean" | "number" | "error" | "formula";

/** The type of a column. */
export type Meaning = "code" | "text" | "day" | "number" | "flag";

/** A spreadsheet keeps 15 digits of a number, and writes zeros for the others. */
const FIRST_ROUNDED = 1e15;
const ERROR =
  /^#(?:N\/A|(?:REF|VALUE|DIV\/0|NUM|NULL|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|UNKNOWN|EXTERNAL)!|NAME\?|GETTING_DATA)$|^#{3,}$|^Err:\d{3}$/i;
const ROUNDED = /^\d+(?:[.,]\d+E[+-]?|E\+)\d+$/i;
const FORMULA = /^[=＝]/;
/** Titles such as "== Terms ==" are not formulas. */
const FORMULA_AMONG_TEXTS = /^[=＝](?![=＝])/;
/** A day that a spreadsheet has made from JAN26, 26-1 or 1/2/26: only spreadsheets write "Jan" so. */
const MADE_DATE =
  /^(?:\d{1,2}-)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{2}(?:\d{2})?$|^\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)$/;
const NUMBERED_DATE = /^\d{4}([-/])\d{2}\1\d{2}$|^\d{1,2}([-/])\d{1,2}\2\d{4}$/;
/** Words that people write to leave a cell empty. */
const NOTHING = /^(?:n\/a|na|nil|null|none|undefined|nan|-+)$/i;

/**
 * The reason against a cell that does not fit its column; undefined if it fits. A reason repeats no code.
 * @param kind of a cell of a spreadsheet; undefined for a text
 */
export function findCellFault(text: string, meaning: Meaning, kind?: CellKind): string | undefined {
  if (text.includes(LOST))
    return "holds the sign � in place of a letter: an earlier program lost it. Write the letter again";
  if (kind === "error" || ERROR.test(text)) return "is an error of the spreadsheet, not a value";
  if (kind === "formula" && text === "")
    return "is a formula without its value. Open the file in a spreadsheet, save it and send it again";
  if (meaning === "code") return findCodeFault(text, kind);
  if (meaning === "day") return kind === "number" ? "is a number. Format the cell as a date" : undefined;
  if (kind === "date") return `is a date in the spreadsheet (${text}). Format the cell as text and write it again`;
  if (meaning !== "text") return undefined;
  if (kind === "boolean")
    return `is ${text} in the spreadsheet, not a text. Format the cell as text and write it again`;
  return kind === "number" ? findRounding(text) : undefined;
}

/**
 * The reason against a cell of a catalogue that is a spreadsheet's formula, also one that is stored as text.
 * @param written the cell as in the file: an apostrophe before it makes it a text
 */
export const findFormula = (written: string, kind?: CellKind): string | undefined =>
  kind === "formula" || FORMULA_AMONG_TEXTS.test(written)
    ? "is a formula. Copy its value into the cell. If it is a text, write an apostrophe before the ="
    : undefined;

/** The reason against a SKU that a spreadsheet has turned into a date. */
export const findMadeDate = (sku: string): string | undefined =>
  MADE_DATE.test(sku) || (NUMBERED_DATE.test(sku) && typeof readDay(sku) === "object")
    ? "is a date, which a spreadsheet makes of some SKUs. Format the column as text and write the SKU again"
    : undefined;

function findCodeFault(text: string, kind: CellKind | undefined): string | undefined {
  if (kind === "formula" || FORMULA.test(text)) return "is a formula, not a code. Copy its value into the cell";
  if (kind === "date") return "is a date in the spreadsheet, not a code. Format the cell as text and write it again";
  if (kind === "boolean" || /^(?:true|false)$/i.test(text)) return "is TRUE or FALSE, not a code";
  if (NOTHING.test(text)) return "is a word for nothing, not a code. Leave the cell empty";
  if (ROUNDED.test(text)) return "was rounded by a spreadsheet. Format the cell as text and write all digits";
  return kind === "number" ? findRounding(text) : undefined;
}

const findRounding = (text: string) =>
  Math.abs(Number(text)) >= FIRST_ROUNDED
    ? "is a number of more than 15 digits, of which a spreadsheet loses the last. Format the cell as text and write all digits"
    : undefined;
