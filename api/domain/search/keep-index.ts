import type { Clock } from "../../base/clock.ts";

/** Changes that leave the mark as it is, such as a category's new name, count after this time. */
const KEPT_MS = 5 * 60_000;

/** The share of its time that a program spends on reading is at most one in so many, even if each search follows a change. */
const REST = 20;

type Source<Index> = {
  /** Changes when the index is out of date. */
  readMark: () => Promise<string>;
  readIndex: () => Promise<Index>;
  clock: Clock;
};

/** Reads an index at its first use, and again after changes. */
export function keepIndex<Index>({ readMark, readIndex, clock }: Source<Index>): () => Promise<Index> {
  let kept: { index: Promise<Index>; mark: string; readAt: number; restUntil: number } | undefined;

  function read(mark: string) {
    const readAt = clock.now();
    const reading = { index: readIndex(), mark, readAt, restUntil: Infinity };
    reading.index.then(
      () => (reading.restUntil = clock.now() + REST * (clock.now() - readAt)),
      () => (kept = kept === reading ? undefined : kept),
    );
    return reading;
  }

  return async () => {
    const mark = await readMark();
    const now = clock.now();
    const isOld = kept !== undefined && (kept.mark !== mark || now - kept.readAt > KEPT_MS);
    if (kept === undefined || (isOld && now >= kept.restUntil)) kept = read(mark);
    return kept.index;
  };
}
