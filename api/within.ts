export class TookTooLong extends Error {
  override name = "TookTooLong";
}

/** Waits at most `ms` for `promise`, which is not cancelled. @throws its error, or TookTooLong, which names `what`, after `ms` */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(`${what} took longer than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
