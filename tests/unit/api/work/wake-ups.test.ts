import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { BackgroundWorker } from "../../../../api/work/background-worker.ts";
import { createWakeUps } from "../../../../api/work/wake-ups.ts";

describe("wake-ups", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubEnv("REAL_DEADLINES", "1");
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  /** Twenty shops in which nothing is due and nothing changes, unless a test says otherwise. */
  function start({
    listChanged = async () => new Set<string>() as ReadonlySet<string> | "all",
    take = async () => {},
  }) {
    const looks: string[] = [];
    const workers = new Map(
      Array.from({ length: 20 }, (_, index) => {
        const id = `shop-${index}`;
        const worker = {
          dueAt: 0,
          async beginDue() {
            worker.dueAt = Infinity;
            looks.push(id);
            await take();
          },
        };
        return [id, worker as BackgroundWorker];
      }),
    );
    const wakeUps = createWakeUps({ listChanged, clock: { now: () => Date.now() }, log: pino({ level: "silent" }) });
    wakeUps.replace(workers);
    return { wakeUps, workers, looks };
  }

  test("come to each shop at the start, and then to shops that changed or have work due", async () => {
    let changed = new Set<string>();
    const { wakeUps, workers, looks } = start({ listChanged: async () => changed });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks.splice(0)).toEqual([...workers.keys()]);

    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks).toEqual([]);
    changed = new Set(["shop-3", "of-another-process"]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks.splice(0)).toEqual(["shop-3"]);

    changed = new Set();
    workers.get("shop-7")!.dueAt = Date.now() + 1_500;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks).toEqual(["shop-7"]);
    await wakeUps.stop();
  });

  test("come to every shop within two minutes, one after the other", async () => {
    const { wakeUps, workers, looks } = start({});
    await vi.advanceTimersByTimeAsync(2_000);
    looks.splice(0);
    for (let seconds = 0; seconds < 136; seconds++) {
      const before = looks.length;
      await vi.advanceTimersByTimeAsync(1_000);
      expect(looks.length - before).toBeLessThanOrEqual(1);
    }
    expect(new Set(looks).size).toBe(workers.size);
    expect(looks.length).toBeLessThanOrEqual(23);
    await wakeUps.stop();
  });

  test("come to four shops at a time, and to no shop twice at once", async () => {
    const pending: (() => void)[] = [];
    const take = () => new Promise<void>((resolve) => pending.push(resolve));
    const { wakeUps, looks } = start({ take, listChanged: async () => "all" });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(looks).toHaveLength(4);
    pending.splice(0).forEach((end) => end());
    await vi.advanceTimersByTimeAsync(0);
    expect(looks).toHaveLength(8);
    expect(new Set(looks).size).toBe(8);
    await wakeUps.stop();
  });

  test("come to the other shops while four look and get no answer", async () => {
    const { wakeUps, workers, looks } = start({
      take: () => (looks.length <= 4 ? new Promise(() => {}) : Promise.resolve()),
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(looks).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(new Set(looks)).toEqual(new Set(workers.keys()));
    await wakeUps.stop();
  });

  test("continue after a failed query for changes", async () => {
    let fails = true;
    const { wakeUps, looks } = start({
      async listChanged() {
        if (fails) throw new Error("no database");
        return new Set();
      },
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks).toEqual([]);
    expect(wakeUps.look().failures).toBe(3);
    fails = false;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(looks).toHaveLength(20);
    await wakeUps.stop();
  });
});
