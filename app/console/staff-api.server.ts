import type { z } from "zod";

import { openFile } from "#app/commerce/open-file.server.ts";
import { fail, type Result, succeed } from "#app/commerce/result.ts";
import { type Call, createConnections, createTransport } from "#app/commerce/transport.server.ts";
import { env } from "#app/env.server.ts";

import { FORWARD_KEY_HEADER } from "../../config/forward-keys.ts";

/** The visitor's address and user agent, and the id of the request that causes the call. */
type Caller = { address: string; requestId: string; userAgent?: string };

/** The connections to the operator's calls of the embedded API. */
export const staffConnections = createConnections();
const staffHeaders: Record<string, string> = env.FORWARD_KEY ? { [FORWARD_KEY_HEADER]: env.FORWARD_KEY } : {};
const staffTransport = createTransport(staffConnections, `${env.API_ORIGIN}/_staff/`, staffHeaders);

/** Long lists and reports take longer than a shopper's pages. */
const DEADLINE_MS = 15_000;

export type StaffApi = ReturnType<typeof createStaffApi>;

/** The calls of one request, in the name of the member whose token it is. */
export function createStaffApi(token: string | null, { address, requestId, userAgent }: Caller) {
  const headers = {
    "x-forwarded-for": address,
    "x-request-id": requestId,
    ...(userAgent && { "user-agent": userAgent }),
  };
  const send = (call: Call) => staffTransport.send({ ...call, headers, accessToken: token, deadlineMs: DEADLINE_MS });

  async function ask<T extends z.ZodType>(schema: T, call: Call): Promise<Result<z.output<T>>> {
    const answer = await send(call);
    if (!answer.ok) return answer;
    const parsed = schema.safeParse(answer.value);
    return parsed.success ? succeed(parsed.data) : fail({ kind: "shape" });
  }

  return {
    /** A file below /_staff (openFile). */
    open: (path: string, query: URLSearchParams, signal: AbortSignal) =>
      openFile(`${env.API_ORIGIN}/_staff/${path}?${query}`, {
        headers: { ...headers, ...staffHeaders, authorization: `Bearer ${token}` },
        signal,
      }),
    /** Reads `path`, below /_staff. */
    get: <T extends z.ZodType>(path: string, schema: T, query?: URLSearchParams) =>
      ask(schema, { method: "GET", path, query }),
    post: <T extends z.ZodType>(path: string, schema: T, body: unknown = {}) =>
      ask(schema, { method: "POST", path, body }),
  };
}
