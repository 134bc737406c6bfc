import { STATUS_POLL_MS } from "./constants.ts";

/** The page mentions this many failed polls in a row. */
export const FAILED_POLLS_SHOWN = 3;

const MINUTE_MS = 60_000;

/**
 * Milliseconds until a page's next poll for an order's payment, after it has polled for `waitedMs`. Most payments take
 * a minute; some orders can be paid for days.
 */
export function pollPauseMs(waitedMs: number): number {
  if (waitedMs < 5 * MINUTE_MS) return STATUS_POLL_MS;
  return waitedMs < 60 * MINUTE_MS ? 10_000 : MINUTE_MS;
}
