const INDIA_OFFSET_MS = 19_800_000;
const APRIL = 3;

/** The Indian financial year (1 April to 31 March, Indian time) that contains a time (ms), such as "2026-27". */
export function financialYear(at: number): string {
  const there = new Date(at + INDIA_OFFSET_MS);
  const first = there.getUTCFullYear() - (there.getUTCMonth() < APRIL ? 1 : 0);
  return `${first}-${String((first + 1) % 100).padStart(2, "0")}`;
}

/**
 * A receipt's printed number, "2026-27/000123": at most 16 characters for serials below a billion (GST rules, 46 b).
 */
export const receiptNumber = (year: string, serial: number) => `${year}/${String(serial).padStart(6, "0")}`;
