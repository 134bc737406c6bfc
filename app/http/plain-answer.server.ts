import type { ServerResponse } from "node:http";

import { BASE_HEADERS } from "./security-headers.server.ts";

/** A line of text from the deployment itself, which belongs to no brand. */
export function sendPlain(res: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) {
  res.writeHead(status, {
    ...BASE_HEADERS,
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    ...headers,
  });
  res.end(`${text}\n`);
}
