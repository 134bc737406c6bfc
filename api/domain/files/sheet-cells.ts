import { DAY_MS, indianDay } from "../days.ts";
import type { CellKind } from "./cell-faults.ts";

/** A cell as in the sheet's XML. */
export type RawCell = {
  /** Its type: s, inlineStr, str, b, e, d; n for numbers. */
  type: string;
  style: number;
  /** Undefined if the element is absent. */
  value: string | undefined;
  inline: string;
  isFormula: boolean;
};

/** The shared texts and formats of a book. */
export type Book = { texts: string[]; formats: (string | undefined)[]; isFrom1904: boolean };

/** True for Excel's built-in formats that show a date or a time. The file does not list them. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** The format of a style by its number: "date" for one that shows dates, else its code, such as "0000". */
export const formatOf = (id: number, codes: ReadonlyMap<number, string>): string | undefined => {
  const code = codes.get(id);
  if (code === undefined) return isBuiltInDate(id) ? "date" : undefined;
  const bare = code.replaceAll(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");
  return /[ymdhs]/i.test(bare) ? "date" : code;
};

/** A formula that no program has calculated yet. The value of a text formula may be "". */
const isUncalculated = ({ type, value, isFormula }: RawCell) =>
  isFormula && (value ?? "") === "" && !(type === "str" && value === "");

/** A cell's text, as a person sees it in the spreadsheet if one reading is possible, and its type if it is not text. */
export function readCell(cell: RawCell, book: Book): { text: string; kind?: CellKind } {
  if (isUncalculated(cell)) return { text: "", kind: "formula" };
  const { type, style, value, inline, isFormula } = cell;
  const formula = isFormula ? { kind: "formula" as const } : {};
  switch (type) {
    case "s":
      return { text: book.texts[Number(value)] ?? "", ...formula };
    case "inlineStr":
      return { text: unescape(inline) };
    case "str":
      return { text: unescape(value ?? ""), ...formula };
    case "b":
      return { text: value === "1" ? "TRUE" : "FALSE", kind: "boolean" };
    case "e":
      return { text: value ?? "#N/A", kind: "error" };
    case "d":
      return readWrittenDay(value ?? "");
    default:
      return readNumber(value ?? "", book.formats[style], book, isFormula);
  }
}

/** A day as text. Without a zone it is the day in the sheet, and with a zone the day in India. */
function readWrittenDay(text: string) {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return { text };
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text) && text.includes("T");
  return toDay(Date.parse(`${hasZone ? indianDay(at) : text.slice(0, 10)}T00:00:00Z`));
}

function readNumber(raw: string, format: string | undefined, { isFrom1904 }: Book, isFormula: boolean) {
  if (raw === "") return { text: "" };
  const number = Number(raw);
  if (!Number.isFinite(number)) return { text: raw };
  if (format === "date") return toDay(dayAt(number, isFrom1904));
  const kind = isFormula ? ("formula" as const) : ("number" as const);
  if (Math.abs(number) >= 1e15) return { text: raw, kind: "number" as const };
  // A cell of the format 0000 shows 471 as 0471.
  const zeros = /^0+$/.test(format ?? "") && Number.isInteger(number) && number >= 0 ? format!.length : 0;
  return { text: String(number).padStart(zeros, "0"), kind };
}

/** The moment (ms) of a day number. Excel has a 29 February 1900, so the days before it have other numbers. */
function dayAt(number: number, isFrom1904: boolean) {
  if (isFrom1904) return Date.UTC(1904, 0, 1) + Math.round(number * DAY_MS);
  return Date.UTC(1899, 11, number < 60 ? 31 : 30) + Math.round(number * DAY_MS);
}

/** A day such as "2027-03-31", with its time if it has one. */
function toDay(at: number): { text: string; kind: CellKind } {
  if (Number.isNaN(at) || Math.abs(at) > 8.64e15) return { text: "#VALUE!", kind: "error" };
  return { text: new Date(at).toISOString().slice(0, 19).replace("T00:00:00", ""), kind: "date" };
}

/** Excel writes control characters as "_x000D_". */
export const unescape = (text: string) =>
  text.replaceAll(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
