import { INDIA_OFFSET_SECONDS } from "#app/base/constants.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const INDIA_OFFSET_MS = INDIA_OFFSET_SECONDS * 1000;

/**
 * An instant (epoch ms) in Indian time: "21 Nov 2026, 4:05 pm". Without Intl, so that server and browser agree whatever
 * their locale data and time zone.
 */
export function formatDateTime(at: number) {
  const there = new Date(at + INDIA_OFFSET_MS);
  const hours = there.getUTCHours();
  const minutes = String(there.getUTCMinutes()).padStart(2, "0");
  return `${formatDate(at)}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? "am" : "pm"}`;
}

/** The date in India of an instant (epoch ms): "21 Nov 2026". */
export function formatDate(at: number) {
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
