import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createReadiness, type Health } from "#app/http/readiness.server.ts";

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
  expect(readiness.read()).toEqual({ isReady: false, text: "not ready: starting or stopping" });
  readiness.open();
  const seen = [];
  for (const now of [WELL, ILL, WELL, ILL, ILL, WELL, ILL, WELL, WELL]) seen.push((await look(now)).isReady);
  expect(seen).toEqual([true, true, true, true, false, false, false, false, true]);
  expect((await look(ILL)).text).toBe("ready");
  expect((await look(ILL)).text).toBe("not ready: the database does not answer");
  expect((await look({ notes: ["mail waits"] })).text).toMatch(/^not ready: .*\nmail waits$/);
  readiness.close();
  expect(readiness.read().text).toMatch(/^not ready: starting or stopping/);
});
