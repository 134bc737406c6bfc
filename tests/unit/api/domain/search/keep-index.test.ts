import { expect, test } from "vitest";

import { keepIndex } from "../../../../../api/domain/search/keep-index.ts";

/** A source whose reading takes `took` ms of its clock. */
function createSource(took: number) {
  const source = { now: 0, mark: "a", reads: 0, fails: false };
  const read = keepIndex({
    readMark: async () => source.mark,
    readIndex: async () => {
      source.now += took;
      source.reads++;
      if (source.fails) throw new Error("unread");
      return source.reads;
    },
    clock: { now: () => source.now },
  });
  return { source, read };
}

test("reads an index once, again after a change, and again after five minutes", async () => {
  const { source, read } = createSource(0);
  expect([await read(), await read()]).toEqual([1, 1]);
  source.mark = "b";
  expect([await read(), await read()]).toEqual([2, 2]);
  source.now += 5 * 60_000 + 1;
  expect([await read(), await read()]).toEqual([3, 3]);
});

test("reads a large index seldom, even if it always changes", async () => {
  const { source, read } = createSource(1_000);
  await read();
  for (let at = 0; at < 600; at++) {
    source.mark = String(at);
    source.now += 100;
    await read();
  }
  expect(source.reads).toBe(4);
});

test("gives the former index while a large one is read again", async () => {
  const { source, read } = createSource(2_000);
  expect(await read()).toBe(1);
  source.mark = "b";
  source.now += 60_000;
  expect(await read()).toBe(1);
  expect(await read()).toBe(2);
});

test("reads an index again that could not be read", async () => {
  const { source, read } = createSource(0);
  source.fails = true;
  await expect(read()).rejects.toThrow("unread");
  source.fails = false;
  expect(await read()).toBe(2);
});
