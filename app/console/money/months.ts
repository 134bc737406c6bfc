import { INDIA_OFFSET_SECONDS } from "#app/constants.ts";

const MONTHS = 13;

/** The last months of India, the current one first: such as "2026-11", with a time in it (ms). */
export function listMonths(now: number) {
  const there = new Date(now + INDIA_OFFSET_SECONDS * 1000);
  return Array.from({ length: MONTHS }, (_, back) => {
    const begins = Date.UTC(there.getUTCFullYear(), there.getUTCMonth() - back, 1);
    return { month: new Date(begins).toISOString().slice(0, 7), begins };
  });
}
