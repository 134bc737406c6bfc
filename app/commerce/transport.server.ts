import { Readable } from "node:stream";

import { Agent, type Dispatcher, FormData } from "undici";

import { CALL_DEADLINE_MS, MAX_ANSWER_BYTES } from "#app/base/constants.ts";
import { currentLanguage } from "#language/current";

import { askFor } from "../../config/language/accepted.ts";
import { parseJson, readLimited, toStatusError } from "./answer-body.ts";
import { createCircuitBreaker } from "./guard.ts";
import { fail, isHostFailure, isUnsent, type Result } from "./result.ts";

export type Call = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the backend's base, as in docs/commerce-api.md: `/cart/`, `/coins-history`. */
  path: string;
  query?: URLSearchParams;
  /** Sent as JSON, FormData as multipart, bytes and streams as they are. */
  body?: unknown;
  accessToken?: string | null;
  headers?: Record<string, string>;
  deadlineMs?: number;
  /** The most bytes that the answer may have; absent: MAX_ANSWER_BYTES. */
  maxBytes?: number;
  signal?: AbortSignal;
};

/**
 * A connection of this age is closed after its next call. Its successor resolves the backend's address again, so an
 * added replica gets its share, and a replica that left the DNS name gets no more calls.
 */
const MAX_CONNECTION_AGE_MS = 30_000;

/**
 * The connections to all backends. Brands of one origin, such as those of the embedded API, share them: a thousand brands
 * would hold two each, and a new one costs half a millisecond. Each brand's calls are bounded by its own guard.
 */
export const createConnections = () => new Agent({ connect: { timeout: 1_000 }, clientTtl: MAX_CONNECTION_AGE_MS });

/**
 * The HTTP client of one backend: deadline, size limit and circuit breaker. Never throws for a failed call.
 * Follows no redirects, which could carry the bearer token elsewhere.
 * @param common headers of every call
 */
export function createTransport(connections: Dispatcher, baseUrl: string, common: Record<string, string> = {}) {
  const base = new URL(baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`);
  const guard = createCircuitBreaker();

  async function send(call: Call): Promise<Result<unknown>> {
    const isFailure = (answer: Result<unknown>) => !call.signal?.aborted && isHostFailure(answer);
    const deadline = AbortSignal.timeout(call.deadlineMs ?? CALL_DEADLINE_MS);
    const signal = call.signal ? AbortSignal.any([call.signal, deadline]) : deadline;
    const transmitNow = () => transmit(call, signal, deadline);
    return (await guard.run(transmitNow, isFailure, signal)) ?? fail({ kind: "busy" });
  }

  async function transmit(call: Call, signal: AbortSignal, deadline: AbortSignal): Promise<Result<unknown>> {
    const query = call.query?.size ? `?${call.query}` : "";
    try {
      const { body, type } = encodeBody(call.body);
      const headers = {
        accept: "application/json",
        "accept-language": askFor(currentLanguage()),
        ...common,
        ...(type && { "content-type": type }),
        ...(call.accessToken && { authorization: `Bearer ${call.accessToken}` }),
        ...call.headers,
      };
      const path = `${base.pathname}${call.path.replace(/^\//, "")}${query}`;
      const answer = await connections.request({
        origin: base.origin,
        method: call.method,
        path,
        headers,
        body,
        signal,
      });
      // Most answers carry their length, and reading them in pieces takes three times the CPU.
      const { maxBytes = MAX_ANSWER_BYTES } = call;
      const isShort = Number(answer.headers["content-length"]) <= maxBytes;
      const text = isShort ? await answer.body.text() : await readLimited(answer.body, maxBytes);
      if (text === null) return fail({ kind: "shape" });
      if (answer.statusCode >= 200 && answer.statusCode < 300) return parseJson(text);
      return fail(toStatusError(answer.statusCode, text));
    } catch (error) {
      if (deadline.aborted) return fail({ kind: "timeout" });
      if (error instanceof Error) return fail({ kind: isUnsent(error) ? "network" : "lost" });
      throw error;
    }
  }

  return { send, isCircuitOpen: guard.isCircuitOpen };
}

export type Transport = ReturnType<typeof createTransport>;

function encodeBody(body: unknown): { body: FormData | Readable | Uint8Array | string | null; type: string | null } {
  if (body === undefined) return { body: null, type: null };
  if (body instanceof FormData) return { body, type: null }; // undici writes the boundary itself
  if (body instanceof Readable || body instanceof Uint8Array) return { body, type: "application/octet-stream" };
  return { body: JSON.stringify(body), type: "application/json" };
}
