const LONGEST_PAUSE_MS = 5_000;

/** One kind of a shop's work in the background. */
export type Work = {
  name: string;
  /**
   * Does a bounded batch; true when more is due. Whatever it waits for has a deadline of its own; between two pieces it
   * ends when `signal` is aborted: the round has taken too long, or the shop stops.
   */
  run(signal: AbortSignal): Promise<boolean | void>;
  pauseMs: number;
  /** From then on a round counts as late (ms). */
  deadlineMs: number;
};

type Report = { onError(error: unknown): void; onLate(): void };

export type WorkLoop = ReturnType<typeof createWorkLoop>;

/** Runs one kind of work again and again, never twice at once; while it fails the pauses grow to five seconds. */
export function createWorkLoop({ name, run, pauseMs, deadlineMs }: Work, { onError, onLate }: Report) {
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;
  let round: { ended: Promise<void>; abort: AbortController; startedAt: number } | undefined;
  let failuresInARow = 0;
  let failures = 0;

  function tick() {
    const abort = new AbortController();
    round = { abort, startedAt: performance.now(), ended: runOnce(abort).then(goOn) };
  }

  /** @returns after which pause it goes on (ms) */
  async function runOnce(abort: AbortController): Promise<number> {
    const late = setTimeout(() => {
      onLate();
      abort.abort();
    }, deadlineMs);
    try {
      const hasMore = await run(abort.signal);
      failuresInARow = 0;
      return hasMore === true ? 0 : pauseMs;
    } catch (error) {
      failures++;
      failuresInARow++;
      onError(error);
      return Math.max(pauseMs, Math.min(pauseMs * 2 ** failuresInARow, LONGEST_PAUSE_MS));
    } finally {
      clearTimeout(late);
    }
  }

  function goOn(afterMs: number) {
    round = undefined;
    if (isRunning) timer = setTimeout(tick, afterMs);
  }

  return {
    start() {
      if (isRunning) return;
      isRunning = true;
      timer = setTimeout(tick, pauseMs * Math.random()); // so that the loops of many brands do not beat as one
    },
    /** Resolves when the piece of work that is under way has ended. */
    async stop() {
      isRunning = false;
      clearTimeout(timer);
      round?.abort.abort();
      await round?.ended;
    },
    /** Rounds that failed so far, and how long the one that is under way has taken (s). */
    look: () => ({ name, failures, seconds: round === undefined ? 0 : (performance.now() - round.startedAt) / 1_000 }),
  };
}
