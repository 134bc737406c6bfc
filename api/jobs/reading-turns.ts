import { NotNow } from "./job-kind.ts";

/** A brand without a try for this time has no waiting job left. A job that waits tries every two seconds. */
const GONE_MS = 10_000;

/**
 * One file is read at a time, and brands take turns: the one that has waited longest is next, so that the files of one brand
 * delay another brand by one file at most.
 */
export function createReadingTurns(now: () => number) {
  /** The last try of each waiting brand, in the order in which they began to wait. */
  const waiting = new Map<string, number>();
  let isTaken = false;

  return {
    /** @throws NotNow while another file is read, or another brand is next */
    async take<T>(brand: string, read: () => Promise<T>): Promise<T> {
      for (const [other, askedAt] of waiting) if (now() - askedAt > GONE_MS) waiting.delete(other);
      waiting.set(brand, now());
      const [next] = waiting.keys();
      if (isTaken || next !== brand) throw new NotNow();
      waiting.delete(brand);
      isTaken = true;
      try {
        return await read();
      } finally {
        isTaken = false;
      }
    },
  };
}
