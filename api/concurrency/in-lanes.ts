/** Runs `task` for each item, at most `lanes` at the same time. @throws the first error, after which no further task begins */
export async function inLanes<T>(lanes: number, items: Iterable<T>, task: (item: T) => Promise<unknown>) {
  const rest = items[Symbol.iterator]();
  let hasFailed = false;
  const runLane = async () => {
    for (let next = rest.next(); !next.done && !hasFailed; next = rest.next()) {
      await task(next.value).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  for (const lane of await Promise.allSettled(Array.from({ length: lanes }, runLane)))
    if (lane.status === "rejected") throw lane.reason;
}
