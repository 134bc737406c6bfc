import { DAY_MS } from "../days.ts";

/** A request lapses after this time. */
const LAPSE_MS = 7 * DAY_MS;

/** The time at which a request lapses (ms). */
export const lapseOf = ({ asked_at }: { asked_at: number }) => asked_at + LAPSE_MS;

/** The earliest time (ms) of a request that has not lapsed at `now`. */
export const waitingSince = (now: number) => now - LAPSE_MS;
