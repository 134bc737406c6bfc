const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5_000;

/** One kind of work in the background. */
export type Work = {
  name: string;
  /**
   * Works on a bounded batch. Every wait in it has a deadline. It stops between two items when `signal` is aborted: the round
   * takes too long, or the shop stops.
   * @returns true if more is due
   */
  run(signal: AbortSignal): Promise<boolean | void>;
  /** The deadline of a round (ms); a longer one counts as late. */
  deadlineMs: number;
};

type Report = { onError(error: unknown): void; onLate(): void };

export type WorkLoop = ReturnType<typeof createWorkLoop>;

/** Runs one kind of work when it is woken, never twice at once; after failures it sleeps for two to five seconds. */
export function createWorkLoop({ name, run, deadlineMs }: Work, { onError, onLate }: Report) {
  let isStopped = false;
  let sleepsUntil = -Infinity;
  let round: { abort: AbortController; startedAt: number } | undefined;
  let ended: Promise<void> | undefined;
  let failuresInARow = 0;
  let failures = 0;

  async function runAll() {
    while (!isStopped && (await runOnce()));
    ended = undefined;
  }

  /** @returns true if more is due */
  async function runOnce(): Promise<boolean> {
    const abort = new AbortController();
    round = { abort, startedAt: performance.now() };
    const late = setTimeout(() => {
      onLate();
      abort.abort();
    }, deadlineMs);
    try {
      const hasMore = await run(abort.signal);
      failuresInARow = 0;
      return hasMore === true;
    } catch (error) {
      failures++;
      sleepsUntil = performance.now() + Math.min(FIRST_PAUSE_MS * 2 ** failuresInARow++, LONGEST_PAUSE_MS);
      onError(error);
      return false;
    } finally {
      clearTimeout(late);
      round = undefined;
    }
  }

  return {
    /**
     * Works until nothing more is due, and then resolves. Does nothing if the work already runs, sleeps after a failure or is
     * stopped. The caller tries again later.
     */
    async wake() {
      if (isStopped || ended !== undefined || performance.now() < sleepsUntil) return;
      await (ended = runAll());
    },
    /** Resolves when the current item has ended. */
    async stop() {
      isStopped = true;
      round?.abort.abort();
      await ended;
    },
    /** The number of failed rounds, and the duration of the current one (s). */
    look: () => ({
      name,
      failures,
      isBusy: ended !== undefined,
      seconds: round === undefined ? 0 : (performance.now() - round.startedAt) / 1_000,
    }),
  };
}
