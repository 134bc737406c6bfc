import { afterAll, vi } from "vitest";

// The next file in the same worker finds the globals, the clock and the environment as they were.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
