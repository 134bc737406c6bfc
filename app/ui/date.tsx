import { INDIA_OFFSET_SECONDS } from "#app/base/constants.ts";
import { currentLanguage } from "#language/current";

import { keepByKey } from "../../config/language/keep.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const INDIA_OFFSET_MS = INDIA_OFFSET_SECONDS * 1000;

const formatOf = (parts: Intl.DateTimeFormatOptions) =>
  keepByKey(
    (locale) => new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { ...parts, timeZone: "Asia/Kolkata" }),
  );

// For other languages than English. Browsers may have other locale data than the server: screens that React takes over in the
// browser get dates as texts.
const DATE = formatOf({ day: "numeric", month: "long", year: "numeric" });
const TIME = formatOf({ hour: "numeric", minute: "2-digit" });
const CLOCK = formatOf({ hour: "numeric", minute: "2-digit", second: "2-digit" });

/** An instant (epoch ms) in Indian time, in the language of the request: "21 Nov 2026, 4:05 pm". */
export const formatDateTime = (at: number) => `${formatDate(at)}, ${formatTime(at)}`;

function formatTime(at: number) {
  const { code, locale } = currentLanguage();
  if (code !== "en") return TIME(locale).format(at);
  const there = new Date(at + INDIA_OFFSET_MS);
  const hours = there.getUTCHours();
  const minutes = String(there.getUTCMinutes()).padStart(2, "0");
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? "am" : "pm"}`;
}

/** A time of today in India, with seconds: "4:05:30 pm". */
export function formatClock(at: number) {
  const { code, locale } = currentLanguage();
  if (code !== "en") return CLOCK(locale).format(at);
  const seconds = String(new Date(at).getUTCSeconds()).padStart(2, "0");
  return formatTime(at).replace(" ", `:${seconds} `);
}

/** The date in India of an instant (epoch ms), in the language of the request: "21 Nov 2026". */
export function formatDate(at: number) {
  const { code, locale } = currentLanguage();
  if (code !== "en") return DATE(locale).format(at);
  const there = new Date(at + INDIA_OFFSET_MS);
  return `${there.getUTCDate()} ${MONTHS[there.getUTCMonth()]} ${there.getUTCFullYear()}`;
}

/** The date in India of an instant (epoch ms): "2026-11-21". */
export const dayOf = (at: number) => new Date(at + INDIA_OFFSET_MS).toISOString().slice(0, 10);

/** Formats a date in India, "2026-11-21", as "21 Nov 2026". */
export const formatDay = (day: string) => formatDate(Date.parse(`${day}T12:00:00Z`));

/** `at` is epoch ms. */
export function DateTime({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>;
}
