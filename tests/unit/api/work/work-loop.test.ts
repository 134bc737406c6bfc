import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { createWorkLoop } from "../../../../api/work/work-loop.ts";

describe("a loop of work", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const reports: unknown[] = [];
  const createLoop = (run: (signal: AbortSignal) => Promise<boolean | void>) =>
    createWorkLoop(
      { name: "mail", run, deadlineMs: 30_000 },
      { onError: (error) => void reports.push(error), onLate: () => void reports.push("late") },
    );
  beforeEach(() => void reports.splice(0));

  test("runs when it is woken, and again at once while more work is due", async () => {
    let runs = 0;
    const loop = createLoop(async () => ++runs < 3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runs).toBe(0);
    await loop.wake();
    expect(runs).toBe(3);
    await loop.wake();
    expect(runs).toBe(4);
    await loop.stop();
    await loop.wake();
    expect(runs).toBe(4);
  });

  test("is aborted and reported when it takes too long, and never runs twice at a time", async () => {
    const signals: AbortSignal[] = [];
    const pending = Promise.withResolvers<void>();
    const loop = createLoop((signal) => {
      signals.push(signal);
      return pending.promise;
    });
    void loop.wake();
    await vi.advanceTimersByTimeAsync(100_000);
    await loop.wake();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(reports).toEqual(["late"]);
    expect(loop.look().seconds).toBeGreaterThan(90);

    pending.resolve();
    await vi.advanceTimersByTimeAsync(0);
    void loop.wake();
    expect(signals).toHaveLength(2);
    await loop.stop();
  });

  test("sleeps longer after each failure, five seconds at most, and counts the failures", async () => {
    let runs = 0;
    const loop = createLoop(async () => {
      runs++;
      throw new Error("no database");
    });
    const timer = setInterval(() => void loop.wake(), 1_000);
    await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000 + 5_000);
    expect(runs).toBe(4);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(runs).toBe(14);
    expect(loop.look().failures).toBe(14);
    expect(reports).toHaveLength(14);
    clearInterval(timer);
    await loop.stop();
  });

  test("aborts the current work when it stops, and waits for it", async () => {
    let isDone = false;
    const loop = createLoop(async (signal) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      isDone = true;
      return true;
    });
    void loop.wake();
    await loop.stop();
    expect(isDone).toBe(true);
    expect(loop.look().seconds).toBe(0);
  });
});
