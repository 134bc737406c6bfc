import { Readable } from "node:stream";

import { data, href, redirectDocument } from "react-router";
import { request } from "undici";
import type { z } from "zod";

import { fail, type Result, succeed } from "#app/commerce/result.ts";
import { type Call, createConnections, createTransport } from "#app/commerce/transport.server.ts";
import { env } from "#app/env.server.ts";

import { FORWARD_KEY_HEADER } from "../../config/forward-keys.ts";

/** The visitor's address and user agent, and the id of the request that causes the call. */
type Caller = { address: string; requestId: string; userAgent?: string };

/** The connections to the operator's calls of the embedded API. */
export const staffConnections = createConnections();
const BASE = `${env.API_ORIGIN}/_staff/`;
const KEY: Record<string, string> = env.FORWARD_KEY ? { [FORWARD_KEY_HEADER]: env.FORWARD_KEY } : {};
const staffTransport = createTransport(staffConnections, BASE, KEY);

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

  /** Passes a file on as it comes. @throws what React Router answers with in its place */
  async function download(path: string, query = new URLSearchParams()): Promise<Response> {
    const url = `${BASE}${path}?${query}`;
    const answer = await request(url, {
      dispatcher: staffConnections,
      headers: { ...KEY, ...headers, authorization: `Bearer ${token ?? ""}` },
      headersTimeout: DEADLINE_MS,
    });
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      if (answer.statusCode === 401) throw redirectDocument(href("/sign-in"));
      throw data(null, answer.statusCode === 404 ? 404 : 503);
    }
    const kept = ["content-type", "content-disposition"].flatMap((name) => {
      const value = answer.headers[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    });
    return new Response(Readable.toWeb(answer.body) as ReadableStream, { headers: Object.fromEntries(kept) });
  }

  return {
    download,
    /** Reads `path`, below /_staff. */
    get: <T extends z.ZodType>(path: string, schema: T, query?: URLSearchParams) =>
      ask(schema, { method: "GET", path, query }),
    post: <T extends z.ZodType>(path: string, schema: T, body: unknown = {}) =>
      ask(schema, { method: "POST", path, body }),
  };
}
