import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createReadiness, type Health } from "../../../config/process/readiness.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const WELL: Health = { notes: [] };
const ILL: Health = { problem: "the database does not answer", notes: [] };

test("changes only after two equal checks in a row, and only between open and close", async () => {
  let health = WELL;
  const readiness = createReadiness({ log: pino({ level: "silent" }), look: async () => health });
  const look = async (now: Health) => {
    health = now;
    await vi.advanceTimersByTimeAsync(1_000);
    return readiness.read();
  };
  expect(readiness.read()).toMatchObject({ isReady: false, text: "not ready: starting or stopping" });
  await readiness.open();
  const seen = [];
  for (const now of [WELL, ILL, WELL, ILL, ILL, WELL, ILL, WELL, WELL]) seen.push((await look(now)).isReady);
  expect(seen).toEqual([true, true, true, true, false, false, false, false, true]);
  expect((await look(ILL)).text).toBe("ready");
  expect((await look(ILL)).text).toBe("not ready: the database does not answer");
  expect((await look({ notes: ["mail waits"] })).text).toMatch(/^not ready: .*\nmail waits$/);
  readiness.close();
  expect(readiness.read().text).toMatch(/^not ready: starting or stopping/);
});

test("the first check decides alone, so that a program without its API is not ready for a moment", async () => {
  let health = ILL;
  const readiness = createReadiness({ log: pino({ level: "silent" }), look: async () => health });
  await readiness.open();
  expect(readiness.read()).toMatchObject({ isReady: false, text: "not ready: the database does not answer" });
  health = WELL;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(readiness.read()).toMatchObject({ isReady: false, latest: WELL });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(readiness.read().isReady).toBe(true);
  readiness.close();
});

test("stays closed when it is closed during the first check", async () => {
  const { promise, resolve } = Promise.withResolvers<Health>();
  const readiness = createReadiness({ log: pino({ level: "silent" }), look: () => promise });
  const opened = readiness.open();
  readiness.close();
  resolve(WELL);
  await opened;
  expect(readiness.read()).toMatchObject({ isReady: false, latest: { problem: "starting or stopping" } });
});
