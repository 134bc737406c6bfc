import { Readable } from "node:stream";

import { LRUCache } from "lru-cache";
import { data, href, redirectDocument } from "react-router";
import type { z } from "zod";

import { MAX_STAFF_ANSWER_BYTES } from "#app/base/constants.ts";
import { env } from "#app/base/env.server.ts";
import { fail, type Result, succeed } from "#app/commerce/result.ts";
import { type Call, createConnections, createTransport } from "#app/commerce/transport.server.ts";

import { FORWARD_KEY_HEADER } from "../../config/process/forward-keys.ts";

/** The visitor's address, browser and its token, and the id of the request that causes the call. */
type Caller = { address: string; requestId: string; userAgent?: string; device: string | null };

const BASE = `${env.API_ORIGIN}/_staff/`;
/** Proves to the API that the console sent the call and its forwarded address. */
export const FORWARD_KEY: Record<string, string> = env.FORWARD_KEY ? { [FORWARD_KEY_HEADER]: env.FORWARD_KEY } : {};

export type StaffConnections = ReturnType<typeof createStaffConnections>;

/** The console's connections to the embedded API's calls for operators. */
export function createStaffConnections() {
  const connections = createConnections();
  /** By brand; "" for calls without a brand. If one brand's database is down, members can still use other brands and sign in. */
  const transports = new LRUCache<string, ReturnType<typeof createTransport>>({
    max: 1_000,
    memoMethod: () => createTransport(connections, BASE, FORWARD_KEY),
  });
  return {
    request: connections.request.bind(connections),
    transportOf: (brand: string) => transports.memo(brand),
    close: () => connections.close(),
  };
}

/** Long lists and reports take longer than a shopper's pages. */
const DEADLINE_MS = 15_000;

export type StaffApi = ReturnType<typeof createStaffApi>;

/** The calls of one request, on behalf of the member with this token. */
export function createStaffApi(
  connections: StaffConnections,
  token: string | null,
  { address, requestId, userAgent, device }: Caller,
) {
  const headers = {
    "x-forwarded-for": address,
    "x-request-id": requestId,
    ...(userAgent && { "user-agent": userAgent }),
    ...(device !== null && { "x-awning-device": device }),
  };
  const send = (call: Call) =>
    connections.transportOf(/^brands\/([^/]+)/.exec(call.path)?.[1] ?? "").send({
      ...call,
      headers,
      accessToken: token,
      deadlineMs: call.deadlineMs ?? DEADLINE_MS,
      maxBytes: MAX_STAFF_ANSWER_BYTES,
    });

  async function ask<T extends z.ZodType>(schema: T, call: Call): Promise<Result<z.output<T>>> {
    const answer = await send(call);
    if (!answer.ok) return answer;
    const parsed = schema.safeParse(answer.value);
    return parsed.success ? succeed(parsed.data) : fail({ kind: "shape" });
  }

  /**
   * Streams the file at `path`.
   * @param page the file's URL in the console; with format=xlsx for Excel
   * @param instead the page for a file that is too long for this call
   * @throws React Router's answer, if there is no file
   */
  async function download(page: URL, path: string, query = new URLSearchParams(), instead?: string): Promise<Response> {
    const format = page.searchParams.get("format");
    if (format !== null) query.set("format", format);
    const { origin, pathname, search } = new URL(`${BASE}${path}?${query}`);
    const answer = await connections.request({
      origin,
      path: pathname + search,
      method: "GET",
      headers: { ...FORWARD_KEY, ...headers, authorization: `Bearer ${token ?? ""}` },
      headersTimeout: DEADLINE_MS,
    });
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      const returnTo = `?returnTo=${encodeURIComponent(page.pathname + page.search)}`;
      if (answer.statusCode === 401) throw redirectDocument(href("/sign-in") + returnTo);
      if (answer.statusCode === 403) throw redirectDocument(href("/confirm") + returnTo);
      if (answer.statusCode === 409 && instead !== undefined) throw redirectDocument(instead + page.search);
      throw data(null, [400, 404].includes(answer.statusCode) ? answer.statusCode : 503);
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
    /** Sends JSON, or bytes and streams as they are. `more`: options for a long call. */
    post: <T extends z.ZodType>(
      path: string,
      schema: T,
      body: unknown = {},
      more?: Pick<Call, "query" | "signal" | "deadlineMs">,
    ) => ask(schema, { method: "POST", path, body, ...more }),
  };
}
