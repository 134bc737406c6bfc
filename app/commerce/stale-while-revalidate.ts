import { CONFIGURATION_FRESH_MS } from "#app/constants.ts";

import type { Result } from "./result.ts";

const STALE_MS = 24 * 60 * 60 * 1000;
const RETRY_MS = 5_000;

/** Caches a value: fresh for `freshMs`, then stale while it reloads, for up to a day. Callers share one load. */
export function staleWhileRevalidate<Value>(
  load: () => Promise<Result<Value>>,
  { freshMs = CONFIGURATION_FRESH_MS, now = Date.now } = {},
): () => Promise<Result<Value>> {
  let kept: { result: Result<Value>; at: number } | null = null;
  let triedAt = -Infinity;
  let flight: Promise<Result<Value>> | null = null;

  function loadOnce() {
    triedAt = now();
    flight ??= load()
      .then((result) => {
        if (result.ok) kept = { result, at: now() };
        return result;
      })
      .finally(() => {
        flight = null;
      });
    return flight;
  }

  return async () => {
    const age = kept ? now() - kept.at : Infinity;
    if (kept && age < freshMs) return kept.result;
    if (!kept || age > STALE_MS) return flight ?? loadOnce();
    if (now() - triedAt > RETRY_MS) void loadOnce();
    return kept.result;
  };
}
