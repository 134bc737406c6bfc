import { ApiError } from "../base/error.ts";

const MAX_WAITING = 100;

/** Runs work on a picture after all earlier work has ended. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Works on one picture at a time on one core, because password hashing uses the same threads.
 * @returns a function that throws ApiError 503 while a hundred others wait
 */
export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (work) => {
    if (waiting >= MAX_WAITING) throw new ApiError(503, "Please try again in a moment.");
    waiting += 1;
    const done = last.then(work).finally(() => (waiting -= 1));
    last = done.catch(() => undefined); // the caller gets the error; the next picture must not fail, too
    return done;
  };
}

/** Loaded with the first picture, because most starts render none. */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
