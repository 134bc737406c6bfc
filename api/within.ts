export class TookTooLong extends Error {
  override name = "TookTooLong";
}

/** Waits at most `ms` for `promise`, which is not cancelled. @throws its error, or TookTooLong, which names `what`, after `ms` */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ms);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const end = () => reject(new TookTooLong(`${what} took longer than ${ms} ms`));
  signal.addEventListener("abort", end);
  try {
    return await Promise.race([promise, late]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
