import { FORWARD_KEY_HEADER } from "../../config/process/forward-keys.ts";
import type { Health } from "../../config/process/readiness.ts";

/** Timeout for the API's answers to /metrics and /readyz, which programs query all the time. */
const ANSWER_MS = 1_000;

/** A GET to the API at `origin`; undefined if it does not answer within `ms`. Never rejects. */
export const askApi = (origin: string, path: string, key: string, ms = ANSWER_MS) =>
  fetch(origin + path, {
    headers: { [FORWARD_KEY_HEADER]: key },
    redirect: "error", // another address must not get the key
    signal: AbortSignal.timeout(ms),
  }).catch(() => undefined);

/** The API's health for a storefront with this key. Never rejects. */
export async function askHealth(origin: string, key: string, ms?: number): Promise<Health & { isKeyRefused?: true }> {
  const answer = await askApi(origin, "/readyz", key, ms);
  if (answer?.status === 403) return { problem: "the commerce API refuses FORWARD_KEY", notes: [], isKeyRefused: true };
  const health: unknown = await answer?.json().catch(() => undefined);
  if (isHealth(health)) return health;
  return { problem: "the commerce API does not answer", notes: [] };
}

/** Another program, or a proxy's own page, may answer there. */
const isHealth = (value: unknown): value is Health =>
  typeof value === "object" && value !== null && "notes" in value && Array.isArray(value.notes);
