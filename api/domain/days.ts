export const DAY_MS = 24 * 60 * 60 * 1000;

/** India has one time zone, without summer time. */
export const INDIA_ZONE = "+05:30";
export const INDIA_ZONE_MS = 5.5 * 60 * 60 * 1000;

/** What clocks in India show at a moment (ms), such as "2026-11-22T15:46:00". */
export const indianTime = (at: number) => new Date(at + INDIA_ZONE_MS).toISOString().slice(0, 19);

/** The day in India at a moment (ms), such as "2026-11-22". */
export const indianDay = (at: number) => indianTime(at).slice(0, 10);

/** The moment (ms) of such a time in India; NaN for other texts. */
export const parseIndianTime = (text: string) => Date.parse(`${text}${INDIA_ZONE}`);

/** The end in India (ms) of a day such as "2027-03-31"; null for an empty text, undefined for any other. */
export function readEndOfDay(text: string): number | null | undefined {
  if (text === "") return null;
  const end = parseIndianTime(`${text}T23:59:59.999`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(end);
  // Date.parse would read 2027-02-30 as 2 March.
  return isDay && indianDay(end) === text ? end : undefined;
}

/** The days in India from 1 January 1970 to a moment (ms). */
export const dayNumber = (at: number) => Math.floor((at + INDIA_ZONE_MS) / DAY_MS);

/** When the day with this number begins (ms). */
export const beginOfDay = (day: number) => day * DAY_MS - INDIA_ZONE_MS;
