import { foldLine } from "../../config/typed/characters.ts";
import { indianDay } from "./days.ts";

const APRIL = 4;

/** The Indian financial year (1 April to 31 March, Indian time) that contains a time (ms), such as "2026-27". */
export function financialYear(at: number): string {
  const [year, month] = indianDay(at).split("-").map(Number) as [number, number];
  const first = month < APRIL ? year - 1 : year;
  return `${first}-${String((first + 1) % 100).padStart(2, "0")}`;
}

/**
 * A receipt's printed number, "2026-27/000123": at most 16 characters for serials below a billion (GST rules, 46 b).
 */
export const receiptNumber = (year: string, serial: number) => `${year}/${String(serial).padStart(6, "0")}`;

/** The year and the serial in a typed or pasted number, such as "Receipt 2026-27/123"; undefined for other texts. */
export function readReceiptNumber(typed: string): { year: string; serial: number } | undefined {
  const [, first, second, serial] = RECEIPT_NUMBER.exec(foldLine(typed)) ?? [];
  return serial === undefined ? undefined : { year: `${first}-${second}`, serial: Number(serial) };
}

/** A serial with more digits fits into no column. */
const RECEIPT_NUMBER =
  /^(?:(?:receipt|invoice)(?: (?:no|number))?\b[\s.:#]*)?#?(\d{4}) ?- ?(\d{2}) ?\/ ?0*(\d{1,9})[.,;]?$/i;
