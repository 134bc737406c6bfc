/**
 * The clock behind every decision of the API; tests pass one that they control. `now` is integer ms since 1970, UTC.
 */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
