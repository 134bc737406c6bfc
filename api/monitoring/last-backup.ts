import type { Logger } from "pino";

import type { Clock } from "../base/clock.ts";

/** The staff's database is asked again after this time. */
const FRESH_MS = 10 * 60_000;

/**
 * A function that returns when a brand's last backup began (ms), or null for none. It keeps the answer for ten minutes, and returns
 * null while the staff's database is unavailable.
 */
export function createLastBackup(read: () => Promise<number | null>, { clock, log }: { clock: Clock; log: Logger }) {
  let kept: { at: number; last: Promise<number | null> } | undefined;
  return (): Promise<number | null> => {
    const now = clock.now();
    if (kept === undefined || now - kept.at > FRESH_MS) {
      const last = read().catch((error: unknown) => {
        log.error({ err: error }, "the time of the last backup cannot be read");
        return null;
      });
      kept = { at: now, last };
    }
    return kept.last;
  };
}
