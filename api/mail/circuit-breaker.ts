type Options = {
  /** So many failures in a row, and the server is spared. */
  failuresInARow: number;
  /** While it is spared, one try goes through in this time (ms). */
  pauseMs: number;
  onChange(isSpared: boolean): void;
  now?: () => number;
};

/** Spares a server in trouble, and everybody who would wait for it. */
export function createCircuitBreaker({ failuresInARow, pauseMs, onChange, now = Date.now }: Options) {
  let failures = 0;
  let nextTryAt = -Infinity;
  const isOpen = () => failures >= failuresInARow;

  return {
    isOpen,
    /** False while a try would be refused. */
    mayTry: () => !isOpen() || now() >= nextTryAt,

    /** @throws when the server is spared just now, and what `attempt` throws; `isFault`: the server's, no matter of this try alone */
    async run<T>(attempt: () => Promise<T>, isFault: (error: unknown) => boolean): Promise<T> {
      if (isOpen() && now() < nextTryAt) throw new Error("it is spared just now");
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
