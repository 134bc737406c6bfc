/** Connections to one host, and so calls that it sees at once. */
export const MAX_CALLS = 64;
/** Calls that wait for a connection; more are refused at once. */
export const MAX_WAITING = 128;
/** So many failures in a row, and the host counts as down. */
export const FAILURES_IN_A_ROW = 20;
/** While it is down one call goes through in this time, to see whether it is back. */
export const PROBE_MS = 1_000;

/**
 * Keeps one host's trouble to itself, and the shop's load off a host in trouble: a bounded queue, and a breaker that
 * lets single calls probe a host that failed often in a row.
 */
export function createGuard(now = Date.now) {
  let underWay = 0;
  let failures = 0;
  let probedAt = 0;

  return {
    /** Whether the host counts as down. */
    isSpared: () => failures >= FAILURES_IN_A_ROW,

    /** Runs `call`; null, without running it, while the host is overloaded or down. `isFailure` judges the outcome. */
    async run<Value>(call: () => Promise<Value>, isFailure: (value: Value) => boolean): Promise<Value | null> {
      if (underWay >= MAX_CALLS + MAX_WAITING) return null;
      if (failures >= FAILURES_IN_A_ROW) {
        if (now() - probedAt < PROBE_MS) return null;
        probedAt = now();
      }
      underWay += 1;
      try {
        const value = await call();
        failures = isFailure(value) ? failures + 1 : 0;
        return value;
      } finally {
        underWay -= 1;
      }
    },
  };
}
