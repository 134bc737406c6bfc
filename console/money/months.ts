import { INDIA_OFFSET_SECONDS } from "#app/base/constants.ts";

type Month = { month: string; begins: number };

const inIndia = (at: number) => new Date(at + INDIA_OFFSET_SECONDS * 1000);

/**
 * The months in India from that of `since` (ms) to the current one, by years, newest first. Each has a name such as "2026-11" and
 * a time within it (ms).
 */
export function listYears(now: number, since: number): { year: number; months: Month[] }[] {
  const [last, first] = [inIndia(now), inIndia(Math.min(since, now))];
  const years = new Map<number, Month[]>();
  for (let back = 0; ; back++) {
    const begins = Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - back, 1);
    const year = new Date(begins).getUTCFullYear();
    years.set(year, [...(years.get(year) ?? []), { month: new Date(begins).toISOString().slice(0, 7), begins }]);
    if (begins <= Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), 1)) break;
  }
  return [...years].map(([year, months]) => ({ year, months }));
}
