/** Runs `task` for each item, at most `most` at the same time. @throws the first error, after which no further task begins */
export async function runConcurrently<T>(most: number, items: Iterable<T>, task: (item: T) => Promise<unknown>) {
  const rest = items[Symbol.iterator]();
  let hasFailed = false;
  const runNext = async () => {
    for (let next = rest.next(); !next.done && !hasFailed; next = rest.next()) {
      await task(next.value).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  for (const one of await Promise.allSettled(Array.from({ length: most }, runNext)))
    if (one.status === "rejected") throw one.reason;
}
