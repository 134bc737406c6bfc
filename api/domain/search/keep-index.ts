import type { Clock } from "../../base/clock.ts";

/** Changes that leave the mark as it is, such as a category's new name, count after this time. */
const KEPT_MS = 5 * 60_000;

/** The share of its time that a program spends on reading is at most one in so many, even if each search follows a change. */
const REST = 20;

/** While an index that took longer is read again, searches use the former one. */
const WAITED_MS = 1_000;

type Source<Index> = {
  /** Changes when the index is out of date. */
  readMark: () => Promise<string>;
  readIndex: () => Promise<Index>;
  clock: Clock;
};

/** Reads an index at its first use, and again after changes. */
export function keepIndex<Index>({ readMark, readIndex, clock }: Source<Index>): () => Promise<Index> {
  type Kept = {
    index: Promise<Index>;
    mark: string;
    readAt: number;
    tookMs: number;
    former: Promise<Index> | undefined;
  };
  let kept: Kept | undefined;

  function read(mark: string, last: Kept | undefined) {
    const readAt = clock.now();
    const former = last !== undefined && last.tookMs > WAITED_MS ? last.index : undefined;
    const reading: Kept = { index: readIndex(), mark, readAt, tookMs: Infinity, former };
    reading.index.then(
      () => Object.assign(reading, { tookMs: clock.now() - readAt, former: undefined }),
      () => (kept = kept === reading ? undefined : kept),
    );
    return reading;
  }

  return async () => {
    const mark = await readMark();
    const now = clock.now();
    if (kept === undefined) kept = read(mark, undefined);
    else if (kept.mark !== mark || now - kept.readAt > KEPT_MS) {
      const restUntil = kept.readAt + (REST + 1) * kept.tookMs;
      if (now >= restUntil) kept = read(mark, kept);
    }
    return kept.former ?? kept.index;
  };
}
