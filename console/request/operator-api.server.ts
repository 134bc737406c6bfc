import { type RequestHandler, Router } from "express";

import { env } from "#app/base/env.server.ts";
import { passAnswer } from "#app/http/abort-on-close.server.ts";

import { FORWARD_KEY, type StaffConnections } from "../base/staff-api.server.ts";

const DEADLINE_MS = 15_000;
const SENT = ["authorization", "content-type", "content-length"];
const PASSED = ["cache-control", "content-type", "retry-after"];

/**
 * Forwards calls that the operator's systems make to /api/v1 on the console's hostname to the embedded API
 * (docs/operator-api.md). It passes no cookie, and no page of another site may read an answer.
 */
const passOn =
  (connections: StaffConnections): RequestHandler =>
  async (req, res, next) => {
    const { pathname, search } = new URL(`${env.API_ORIGIN}/_operator/v1${req.url}`);
    // A path with ".." must not leave these calls.
    if (!pathname.startsWith("/_operator/v1/")) return next({ status: 404 });
    const named = SENT.flatMap((name) => (typeof req.headers[name] === "string" ? [[name, req.headers[name]]] : []));
    await passAnswer(res, PASSED, (gone) =>
      connections.request({
        origin: env.API_ORIGIN,
        path: pathname + search,
        method: req.method as "GET",
        signal: gone,
        headers: {
          ...(Object.fromEntries(named) as Record<string, string>),
          ...FORWARD_KEY,
          "x-forwarded-for": req.clientAddress,
          "x-request-id": req.requestId,
        },
        body: req.method === "POST" ? req : null,
        headersTimeout: DEADLINE_MS,
      }),
    );
  };

export function operatorApi(connections: StaffConnections) {
  const handler = passOn(connections);
  return Router().get("/*path", handler).post("/*path", handler);
}
