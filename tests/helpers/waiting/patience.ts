import { vi } from "vitest";

/** For events that usually happen at once: far longer than they take on a busy machine. */
export const PATIENCE_MS = 240_000;

const every = (interval: number) => ({ timeout: PATIENCE_MS, interval });

/** Waits until the value is truthy. @returns it */
export const waitUntil = <Value>(find: () => Value | Promise<Value>, interval = 50) =>
  vi.waitUntil(find, every(interval));

/** Waits until it no longer throws. @returns its result */
export const waitFor = <Value>(attempt: () => Value | Promise<Value>, interval = 50) =>
  vi.waitFor(attempt, every(interval));
