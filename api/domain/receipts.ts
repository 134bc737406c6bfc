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
