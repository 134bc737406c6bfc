import { CONFIGURATION_FRESH_MS } from "#app/base/constants.ts";

import type { Result } from "./result.ts";

const STALE_MS = 24 * 60 * 60 * 1000;
const RETRY_MS = 5_000;

type Kept<Value> = { result: Result<Value>; at: number } | null;

export type Revalidated<Value> = (() => Promise<Result<Value>>) & {
  /** The value to show if the backend does not answer. */
  latest(): Kept<Value>;
};

type Options<Value> = {
  freshMs?: number;
  now?: () => number;
  /** An older value, which is outdated and shown only while the backend does not answer. */
  former?: Kept<Value>;
};

/** Caches a value: fresh for `freshMs`, then stale while it reloads, for up to a day. Callers share one load. */
export function staleWhileRevalidate<Value>(
  load: () => Promise<Result<Value>>,
  { freshMs = CONFIGURATION_FRESH_MS, now = Date.now, former = null }: Options<Value> = {},
): Revalidated<Value> {
  let kept: Kept<Value> = null;
  let triedAt = -Infinity;
  let flight: Promise<Result<Value>> | null = null;

  function loadOnce() {
    triedAt = now();
    flight ??= load()
      .then((result) => {
        if (result.ok) kept = { result, at: now() };
        const isFormerUsable = former !== null && now() - former.at <= STALE_MS;
        return isFormerUsable && hasNoAnswer(result) ? former.result : result;
      })
      .finally(() => {
        flight = null;
      });
    return flight;
  }

  const read = async () => {
    const age = kept ? now() - kept.at : Infinity;
    if (kept && age < freshMs) return kept.result;
    if (!kept || age > STALE_MS) return flight ?? loadOnce();
    if (now() - triedAt > RETRY_MS) void loadOnce();
    return kept.result;
  };
  return Object.assign(read, { latest: () => kept ?? former });
}

const hasNoAnswer = (result: Result<unknown>) =>
  !result.ok && (result.error.kind !== "status" || result.error.status >= 500);
