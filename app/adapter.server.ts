import { writeReadableStreamToWritable } from "@react-router/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";

type AdapterOptions = {
  build: ServerBuild;
  mode: string;
  getLoadContext(req: ExpressRequest, res: ExpressResponse): RouterContextProvider;
};

/**
 * Express to React Router. Own code instead of @react-router/express, because the URL must be the tenant's origin and
 * never what headers claim, and because the body has already been read within its limit.
 */
export function createReactRouterHandler({ build, mode, getLoadContext }: AdapterOptions): RequestHandler {
  const handle = createRequestHandler(build, mode);

  return async (req, res) => {
    const abort = new AbortController();
    res.once("close", () => {
      if (!res.writableFinished) abort.abort();
    });
    const response = await handle(toRequest(req, abort.signal), getLoadContext(req, res));

    res.status(response.status);
    // The host is spared for moments only.
    if (response.status === 503) res.setHeader("Retry-After", "2");
    for (const [name, value] of response.headers) if (name !== "set-cookie") res.setHeader(name, value);
    for (const cookie of response.headers.getSetCookie()) res.appendHeader("Set-Cookie", cookie);
    if (!response.body || req.method === "HEAD") return void res.end();
    await writeReadableStreamToWritable(response.body, res).catch((error: unknown) => {
      if (!abort.signal.aborted) throw error;
    });
  };
}

function toRequest(req: ExpressRequest, signal: AbortSignal) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) for (const one of [value].flat()) headers.append(name, one);
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
