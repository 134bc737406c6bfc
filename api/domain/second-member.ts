import { DAY_MS } from "./days.ts";

/** A request lapses after this time. */
const LAPSE_MS = 7 * DAY_MS;

/** When a request lapses (ms). */
export const lapseOf = ({ asked_at }: { asked_at: number }) => asked_at + LAPSE_MS;

/** Since when (ms) the requests have waited that have not lapsed at `now`. */
export const waitingSince = (now: number) => now - LAPSE_MS;
