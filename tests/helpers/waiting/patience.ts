import { vi } from "vitest";

/** For what comes at once as a rule: far longer than it takes on a machine that is busy with other work. */
export const PATIENCE_MS = 240_000;

const every = (interval: number) => ({ timeout: PATIENCE_MS, interval });

/** Waits until the value is truthy. @returns it */
export const waitUntil = <Value>(find: () => Value | Promise<Value>, interval = 50) =>
  vi.waitUntil(find, every(interval));

/** Waits until it no longer throws. @returns what it returned */
export const waitFor = <Value>(attempt: () => Value | Promise<Value>, interval = 50) =>
  vi.waitFor(attempt, every(interval));
