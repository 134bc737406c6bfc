import type { IncomingMessage, ServerResponse } from "node:http";

import type { Readiness } from "../../config/readiness.ts";
import { BASE_HEADERS } from "./security-headers.server.ts";

/** Answers /healthz (the process lives) and /readyz (it accepts requests). @returns true if it was one of them */
export function answerHealth(
  req: IncomingMessage,
  res: ServerResponse,
  readReadiness: Readiness["read"],
  headers: Record<string, string>,
): boolean {
  if (req.url === "/healthz") sendPlain(res, 200, "ok", headers);
  else if (req.url === "/readyz") {
    const { isReady, text } = readReadiness();
    sendPlain(res, isReady ? 200 : 503, text, headers);
  } else return false;
  return true;
}

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
