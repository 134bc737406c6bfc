import { type LimiterStore, take } from "./limiter-store.ts";
import type { Limits } from "./limits.ts";

const MINUTE_MS = 60_000;

/** Counts the calls of programs with a key. */
export type KeyLimiter = {
  /** Counts a call with a key; false beyond its limit. */
  tryCall(keyId: string): Promise<boolean>;
  /** Counts a wrong key of a network; false beyond its limit. */
  tryWrongKey(net: string): Promise<boolean>;
};

export function createKeyLimiter(limits: Limits, store: LimiterStore): KeyLimiter {
  const limiter = (name: string, points: number) => store.createLimiter({ name, points, windowMs: MINUTE_MS });
  const calls = limiter("operator:key-calls", limits.callsPerKeyAndMinute);
  const wrong = limiter("operator:wrong-keys", limits.wrongKeysPerNetAndMinute);
  return { tryCall: (keyId) => take(calls, keyId), tryWrongKey: (net) => take(wrong, net) };
}
