import { expect, test } from "vitest";

import { NotNow } from "../../../../api/jobs/job-kind.ts";
import { createReadingTurns } from "../../../../api/jobs/reading-turns.ts";

function start() {
  let now = 0;
  const turns = createReadingTurns(() => now);
  /** A brand reads a file at once, and ends. @returns whether it had its turn */
  const read = (brand: string) =>
    turns
      .take(brand, async () => {})
      .then(
        () => true,
        (error: unknown) => {
          if (error instanceof NotNow) return false;
          throw error;
        },
      );
  return { turns, read, wait: (ms: number) => void (now += ms) };
}

test("reads one file at a time, and the next one after it, also if it failed", async () => {
  const { turns, read } = start();
  const { promise, reject } = Promise.withResolvers<void>();
  const first = turns.take("acme", () => promise);
  expect(await read("acme")).toBe(false);
  reject(new Error("unreadable"));
  await expect(first).rejects.toThrow("unreadable");
  expect(await read("acme")).toBe(true);
});

test("gives the next turn to the brand that has waited longest", async () => {
  const { turns, read } = start();
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = turns.take("flood", () => promise);
  for (const brand of ["flood", "quiet", "other"]) expect(await read(brand)).toBe(false);
  resolve();
  await first;
  expect(await read("other")).toBe(false);
  expect(await read("flood")).toBe(true); // its next file has waited longest
  expect(await read("flood")).toBe(false);
  expect(await read("other")).toBe(false);
  expect(await read("quiet")).toBe(true);
  expect(await read("flood")).toBe(false);
  expect(await read("other")).toBe(true);
});

test("does not wait for a brand that has stopped trying", async () => {
  const { turns, read, wait } = start();
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = turns.take("acme", () => promise);
  await read("gone");
  resolve();
  await first;
  expect(await read("acme")).toBe(false);
  wait(11_000);
  expect(await read("acme")).toBe(true);
});
