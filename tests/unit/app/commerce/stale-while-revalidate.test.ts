import { expect, test } from "vitest";

import { fail, type Result, succeed } from "#app/commerce/result.ts";
import { staleWhileRevalidate } from "#app/commerce/stale-while-revalidate.ts";

/** A value that a test loads when it wants, on a clock that it turns. */
function setUp() {
  let now = 0;
  let calls = 0;
  let answer: () => Promise<Result<number>> = async () => succeed(calls);
  const get = staleWhileRevalidate(
    () => {
      calls += 1;
      return answer();
    },
    { now: () => now },
  );
  return {
    get,
    calls: () => calls,
    turn: (ms: number) => (now += ms),
    answerWith: (next: typeof answer) => (answer = next),
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));
const down = async () => fail({ kind: "network" });

test("loads once for a thousand visitors [CACHE-09]", async () => {
  const { get, calls } = setUp();
  const answers = await Promise.all(Array.from({ length: 1_000 }, get));
  expect(calls()).toBe(1);
  expect(answers.every((answer) => answer.ok && answer.value === 1)).toBe(true);
});

test("is fresh for a minute, then returns the old value while it loads a new one [CACHE-09]", async () => {
  const { get, calls, turn } = setUp();
  await get();
  turn(59_000);
  await get();
  expect(calls()).toBe(1);
  turn(2_000);
  expect(await get()).toEqual(succeed(1));
  await settle();
  expect(await get()).toEqual(succeed(2));
});

test("returns the old value for a day during an outage, and tries again every five seconds [E-08] [CACHE-09]", async () => {
  const { get, calls, turn, answerWith } = setUp();
  await get();
  answerWith(down);
  turn(61_000);
  expect(await get()).toEqual(succeed(1));
  await settle();
  expect(await get()).toEqual(succeed(1));
  expect(calls()).toBe(2);
  turn(6_000);
  await get();
  await settle();
  expect(calls()).toBe(3);
  turn(24 * 60 * 60 * 1000);
  expect((await get()).ok).toBe(false);
});

test("does not keep a failure when there is no earlier value", async () => {
  const { get, answerWith } = setUp();
  answerWith(down);
  expect((await get()).ok).toBe(false);
  answerWith(async () => succeed(7));
  expect(await get()).toEqual(succeed(7));
});
