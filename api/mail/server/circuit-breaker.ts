type Options = {
  /** The number of consecutive failures that opens the circuit. */
  failuresInARow: number;
  /** While the circuit is open, one try is allowed in this time (ms). */
  pauseMs: number;
  onChange(isOpen: boolean): void;
  now?: () => number;
};

/** Stops calls to a failing server, so that callers do not wait for it. */
export function createCircuitBreaker({ failuresInARow, pauseMs, onChange, now = Date.now }: Options) {
  let failures = 0;
  let nextTryAt = -Infinity;
  const isOpen = () => failures >= failuresInARow;

  return {
    isOpen,
    /** False while `run` would refuse a try. */
    mayTry: () => !isOpen() || now() >= nextTryAt,

    /**
     * `isFault` returns true if an error is the server's fault and not only this call's. @throws while the circuit is open, or
     * the error of `attempt`
     */
    async run<T>(attempt: () => Promise<T>, isFault: (error: unknown) => boolean): Promise<T> {
      if (isOpen() && now() < nextTryAt) throw new Error("the circuit is open");
      if (isOpen()) nextTryAt = now() + pauseMs; // the one try
      try {
        const value = await attempt();
        settle(false);
        return value;
      } catch (error) {
        settle(isFault(error));
        throw error;
      }
    },
  };

  function settle(hasFailed: boolean) {
    const wasOpen = isOpen();
    failures = hasFailed ? failures + 1 : 0;
    if (hasFailed) nextTryAt = now() + pauseMs;
    if (isOpen() !== wasOpen) onChange(isOpen());
  }
}
