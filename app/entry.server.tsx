import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import { ServerRouter, type HandleDocumentRequestFunction, type HandleErrorFunction } from "react-router";
import { logContext, nonceContext } from "#app/context.ts";
import { runsJavaScript } from "#app/session/javascript.server.ts";

/** How long deferred data may take; the loaders' own deadlines are shorter, so that their messages still arrive. */
export const streamTimeout = 5_000;

/** React splits documents larger than this even where nothing suspended; without JavaScript that would stay hidden. */
const NEVER_SPLIT_BYTES = 1 << 24;

/**
 * A browser that has shown that it runs JavaScript gets the page as a stream, its late parts in their place as they
 * come; everybody else gets the whole document in order.
 */
const handleRequest: HandleDocumentRequestFunction = (request, status, headers, routerContext, context) => {
  const nonce = context.get(nonceContext);
  const log = context.get(logContext);
  const ready = runsJavaScript(request) ? "onShellReady" : "onAllReady";

  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        progressiveChunkSize: NEVER_SPLIT_BYTES,
        [ready]() {
          const body = new PassThrough();
          headers.set("Content-Type", "text/html; charset=utf-8");
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          if (!request.signal.aborted) log.error({ err: error }, "render failed");
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
};

export default handleRequest;

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(logContext).error({ err: error }, "request failed");
};
