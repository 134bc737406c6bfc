import type { ServerResponse } from "node:http";
import { writeReadableStreamToWritable } from "@react-router/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import type { RequestHandler as RouterHandler, RouterContextProvider } from "react-router";
import { documentContext } from "#app/context.ts";

type GetLoadContext = (req: ExpressRequest, res: ExpressResponse) => RouterContextProvider;

/**
 * Express to React Router. Own code instead of @react-router/express, because the URL must be the tenant's origin and
 * never what headers claim, because the body has already been read within its limit, and because pages need no web
 * stream on their way.
 */
export function answerWith(handle: RouterHandler, getLoadContext: GetLoadContext): RequestHandler {
  return async (req, res) => {
    const abort = new AbortController();
    res.once("close", () => {
      if (!res.writableFinished) abort.abort();
    });
    const context = getLoadContext(req, res);
    const response = await handle(toRequest(req, abort.signal), context);

    res.status(response.status);
    // The host is spared for moments only.
    if (response.status === 503) res.setHeader("Retry-After", "2");
    for (const [name, value] of response.headers) if (name !== "set-cookie") res.setHeader(name, value);
    for (const cookie of response.headers.getSetCookie()) res.appendHeader("Set-Cookie", cookie);
    const { html, pipe, routePattern } = context.get(documentContext);
    req.routePattern = routePattern;
    if (req.method === "HEAD") res.end();
    else if (html) res.end(html);
    else if (pipe) pipe(res);
    else await sendBody(response, res, abort.signal);
  };
}

async function sendBody({ body }: Response, res: ServerResponse, gone: AbortSignal) {
  if (!body) return void res.end();
  await writeReadableStreamToWritable(body, res).catch((error: unknown) => {
    if (!gone.aborted) throw error;
  });
}

/** What a proxy, or a client that poses as one, says about where a request comes from. Pages ask their context instead. */
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
