export class TookTooLong extends Error {
  override name = "TookTooLong";
}

/** Calls `end` after `ms`, unless the returned function is called before. Tests on busy machines give more time. */
type StartTimer = (ms: number, end: () => void) => () => void;

export const deadlines: { start: StartTimer } = {
  start(ms, end) {
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  },
};

/** Waits at most `ms` for `promise`, which is not cancelled. @throws its error, or TookTooLong, which names `what`, after `ms` */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const stop = deadlines.start(ms, () => reject(new TookTooLong(`${what} took longer than ${ms} ms`)));
  try {
    return await Promise.race([promise, late]);
  } finally {
    stop();
  }
}
