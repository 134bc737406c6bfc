import { currentLanguage } from "../../config/language/current.ts";
import { keepByKey } from "../../config/language/keep.ts";
import { readDay } from "../../config/typed/day.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;

/** India has one time zone, without summer time. */
export const INDIA_ZONE = "+05:30";
export const INDIA_ZONE_MS = 5.5 * 60 * 60 * 1000;

/** The time in India at a moment (ms), such as "2026-11-22T15:46:00". */
export const indianTime = (at: number) => new Date(at + INDIA_ZONE_MS).toISOString().slice(0, 19);

/** The day in India at a moment (ms), such as "2026-11-22". */
export const indianDay = (at: number) => indianTime(at).slice(0, 10);

/** Formats of the calendar and the digits that English has. Other languages write the month's name in full, as on pages. */
const formatOf = (options: Intl.DateTimeFormatOptions) =>
  keepByKey(
    (locale) => new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { ...options, timeZone: "Asia/Kolkata" }),
  );

const ENGLISH_DATE = formatOf({ dateStyle: "medium" });
const DATE = formatOf({ day: "numeric", month: "long", year: "numeric" });
const TIME = formatOf({ timeStyle: "short" });

/** The date in India at a moment (ms) in the current language, such as "22 Nov 2026". */
export function formatDate(at: number) {
  const { code, locale } = currentLanguage();
  return (code === "en" ? ENGLISH_DATE : DATE)(locale).format(at);
}

/** The date and time in India at a moment (ms) in the current language, such as "22 Nov 2026, 3:46 pm". */
export const formatDateTime = (at: number) => `${formatDate(at)}, ${TIME(currentLanguage().locale).format(at)}`;

/** The moment (ms) of an Indian time such as "2026-11-22T15:46:00"; NaN for other texts. */
export const parseIndianTime = (text: string) => Date.parse(`${text}${INDIA_ZONE}`);

/**
 * The end in India (ms) of a day in any usual spelling (config/typed/day.ts); null for an empty text, undefined for any other.
 */
export function readEndOfDay(text: string): number | null | undefined {
  if (text === "") return null;
  const read = readDay(text);
  return typeof read === "string" ? undefined : endOfDay(read.day);
}

/** The end in India (ms) of a day such as "2027-03-31". */
export const endOfDay = (day: string) => parseIndianTime(`${day}T23:59:59.999`);

/** The days in India from 1 January 1970 to a moment (ms). */
export const dayNumber = (at: number) => Math.floor((at + INDIA_ZONE_MS) / DAY_MS);

/** The beginning of the day with this number (ms). */
export const beginOfDay = (day: number) => day * DAY_MS - INDIA_ZONE_MS;
