/** Connections to one backend, and so its concurrent calls. */
export const MAX_CALLS = 64;
/** Calls that may wait for a connection. Further calls are refused at once. */
export const MAX_WAITING = 128;
/** Consecutive failures before the backend is considered down. */
export const FAILURES_IN_A_ROW = 20;
/** While the breaker is open, one call per interval probes the backend. */
export const PROBE_MS = 1_000;

/** A circuit breaker with a bounded queue: a backend in trouble gets no load and slows no other page. */
export function createCircuitBreaker(now = Date.now) {
  let underWay = 0;
  let failures = 0;
  let probedAt = 0;

  return {
    /** True while the breaker is open. */
    isCircuitOpen: () => failures >= FAILURES_IN_A_ROW,

    /** Runs `call`, or returns null without running it while the backend is overloaded or down. */
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
