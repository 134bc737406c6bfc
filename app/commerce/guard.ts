/** Concurrent calls to one brand's backend. */
export const MAX_CALLS = 64;
/** Calls that may wait for their turn. Further calls are refused at once. */
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
  const waiting = new Set<() => void>();

  /**
   * Takes one of the MAX_CALLS places when one is free. A call that `signal` ends during the wait takes none: it fails at once.
   */
  async function takePlace(signal?: AbortSignal) {
    if (underWay < MAX_CALLS) return void underWay++;
    await new Promise<void>((resolve) => {
      const go = () => {
        if (!waiting.delete(go)) return;
        underWay++;
        resolve();
      };
      waiting.add(go);
      signal?.addEventListener("abort", go);
    });
  }

  function leavePlace() {
    underWay--;
    const [next] = waiting;
    if (underWay < MAX_CALLS) next?.();
  }

  return {
    /** True while the breaker is open. */
    isCircuitOpen: () => failures >= FAILURES_IN_A_ROW,

    /**
     * Runs `call` when it is its turn, or returns null without running it while the backend is overloaded or down.
     * @param signal ends the wait; the call watches it separately
     */
    async run<Value>(
      call: () => Promise<Value>,
      isFailure: (value: Value) => boolean,
      signal?: AbortSignal,
    ): Promise<Value | null> {
      if (waiting.size >= MAX_WAITING) return null;
      if (failures >= FAILURES_IN_A_ROW) {
        if (now() - probedAt < PROBE_MS) return null;
        probedAt = now();
      }
      await takePlace(signal);
      try {
        const value = await call();
        failures = isFailure(value) ? failures + 1 : 0;
        return value;
      } finally {
        leavePlace();
      }
    },
  };
}
