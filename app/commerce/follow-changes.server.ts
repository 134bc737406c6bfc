import type { Logger } from "pino";
import { request } from "undici";
import { z } from "zod";

import { FORWARD_KEY_HEADER } from "../../config/process/forward-keys.ts";

/** Between an answer and the next poll. With the API's own delay, a change arrives within a second. */
const PAUSE_MS = 500;
const ANSWER_MS = 2_000;

const VersionsSchema = z.record(z.string(), z.string());

type Options = { url: string; key: string; log: Logger };

/** Versions of visible data by brand id; undefined for other backends, and before the first poll. */
export type VersionOf = (tenantId: string) => string | undefined;

/**
 * Polls the embedded API twice a second for changes of visible data, with one request for all brands. While it does not answer,
 * the last versions stay valid, and cached pages may reach their maximum age.
 */
export function followChanges({ url, key, log }: Options): { versionOf: VersionOf; close(): void } {
  const ended = new AbortController();
  let versions: Record<string, string> = {};
  let etag: string | undefined;
  let hasFailed = true; // no line for an API that is not up yet: the storefront is not ready either
  let timer: NodeJS.Timeout | undefined;

  async function ask() {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(ANSWER_MS)]);
    const headers = { [FORWARD_KEY_HEADER]: key, ...(etag !== undefined && { "if-none-match": etag }) };
    const answer = await request(url, { headers, signal });
    if (answer.statusCode === 304) return answer.body.dump();
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      throw new Error(`GET /changes answered ${answer.statusCode}`);
    }
    versions = VersionsSchema.parse(await answer.body.json());
    etag = String(answer.headers.etag);
  }

  async function askAgain() {
    try {
      await ask();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed && !ended.signal.aborted) log.warn({ err: error }, "changes of the catalogues are not known");
      hasFailed = true;
    }
    if (!ended.signal.aborted) timer = setTimeout(() => void askAgain(), PAUSE_MS).unref();
  }

  void askAgain();
  return {
    versionOf: (tenantId) => (Object.hasOwn(versions, tenantId) ? versions[tenantId] : undefined),
    close() {
      ended.abort();
      clearTimeout(timer);
    },
  };
}
