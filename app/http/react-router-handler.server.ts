import type { ServerResponse } from "node:http";

import { writeReadableStreamToWritable } from "@react-router/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import type { RequestHandler as RouterHandler, RouterContextProvider } from "react-router";

import { documentContext } from "#app/request/context.ts";

import { inLanguage } from "../../config/language/current.ts";
import { abortOnClose } from "./abort-on-close.server.ts";

type GetLoadContext = (req: ExpressRequest, res: ExpressResponse) => RouterContextProvider;

/**
 * Connects React Router to Express. It replaces @react-router/express for three reasons. The URL comes from the tenant's origin,
 * never from headers. The body has been read within its limit. Pages need no web stream.
 */
export function createExpressHandler(handle: RouterHandler, getLoadContext: GetLoadContext): RequestHandler {
  return async (req, res) => {
    const gone = abortOnClose(res);
    const context = getLoadContext(req, res);
    const response = await inLanguage(req.language, () => handle(toRequest(req, gone), context));

    res.status(response.status);
    // The circuit breaker opens for moments only.
    if (response.status === 503) res.setHeader("Retry-After", "2");
    for (const [name, value] of response.headers) if (name !== "set-cookie") res.setHeader(name, value);
    for (const cookie of response.headers.getSetCookie()) res.appendHeader("Set-Cookie", cookie);
    const { html, text, pipe, routePattern } = context.get(documentContext);
    req.routePattern = routePattern;
    if (req.method === "HEAD") res.end();
    else if (html ?? text) res.end(html ?? text);
    else if (pipe) pipe(res);
    else await sendBody(response, res, gone);
  };
}

async function sendBody({ body }: Response, res: ServerResponse, gone: AbortSignal) {
  if (!body) return void res.end();
  await writeReadableStreamToWritable(body, res).catch((error: unknown) => {
    if (!gone.aborted) throw error;
  });
}

/** Proxies' headers, which a client can forge. Pages read the client's address from their context. */
const isForwarded = (name: string) => name.startsWith("x-forwarded-") || name === "forwarded" || name === "x-real-ip";

function toRequest(req: ExpressRequest, signal: AbortSignal) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined && !isForwarded(name)) for (const one of [value].flat()) headers.append(name, one);
  }
  const hasBody = req.method !== "GET" && req.method !== "HEAD";
  const body: Buffer | undefined = hasBody && Buffer.isBuffer(req.body) ? req.body : undefined;
  return new Request(req.site.origin + req.originalUrl, {
    method: req.method,
    headers,
    body: body as BodyInit,
    signal,
  });
}
