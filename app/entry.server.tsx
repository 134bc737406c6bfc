import { Writable } from "node:stream";

import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleDocumentRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type ServerInstrumentation,
  ServerRouter,
} from "react-router";

import { mayStream } from "#app/http/client-hints.server.ts";
import { SPECULATION_RULES_PATH } from "#app/http/speculation-rules.server.ts";
import { ShellContext } from "#app/ui/frame/personal-parts.tsx";

import { inSpan } from "../config/process/tracing.ts";
import { env } from "./base/env.server.ts";
import { documentContext, logContext, nonceContext, shellContext } from "./request/context.ts";

/**
 * The limit for deferred data. The loaders' own deadlines are shorter (two calls, one after the other), so their messages still
 * arrive. They arrive before the style sheet offers to load the page again.
 */
export const streamTimeout = 6_500;

/** React splits larger documents even without suspense. Without JavaScript the rest would stay hidden. */
const NEVER_SPLIT_BYTES = 1 << 24;

/**
 * Streams the page to browsers that run JavaScript; others get it whole. The HTML goes through documentContext, because a web
 * stream between React and node's response would cost half as much as the rendering.
 */
const handleRequest: HandleDocumentRequestFunction = (request, status, headers, routerContext, context) => {
  const nonce = context.get(nonceContext);
  const document = context.get(documentContext);
  const isStream = mayStream(request);

  return new Promise((resolve, reject) => {
    const answer = () => {
      headers.set("Content-Type", "text/html; charset=utf-8");
      if (!isHydrated(routerContext) && !document.isPrefetchOff)
        headers.set("Speculation-Rules", `"${SPECULATION_RULES_PATH}"`);
      resolve(new Response(null, { status, headers }));
    };
    const { pipe, abort } = renderToPipeableStream(
      <ShellContext value={context.get(shellContext)}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </ShellContext>,
      {
        nonce,
        progressiveChunkSize: NEVER_SPLIT_BYTES,
        onShellReady() {
          if (!isStream) return;
          document.pipe = pipe;
          answer();
        },
        onAllReady() {
          clearTimeout(timer);
          if (isStream) return;
          const chunks: Buffer[] = [];
          const collect = new Writable({
            write(chunk, _encoding, done) {
              chunks.push(chunk);
              done();
            },
            final(done) {
              document.html = Buffer.concat(chunks);
              answer();
              done();
            },
          });
          pipe(collect);
        },
        onShellError: reject,
        onError(error) {
          document.hasFailedPart = true;
          if (!request.signal.aborted) context.get(logContext).error({ err: error }, "render failed");
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1_000).unref();
  });
};

/** A span for each loader and action, if tracing is on. */
const traceRoutes: ServerInstrumentation = {
  route({ id, instrument }) {
    const within = (kind: string) => async (call: () => Promise<{ status: "error" | "success" }>) => {
      await inSpan({ name: `${kind} ${id}` }, call, ({ status }) => ({ isFailed: status === "error" }));
    };
    instrument({ loader: within("loader"), action: within("action") });
  },
};

export const instrumentations = env.OTEL_EXPORTER_OTLP_ENDPOINT ? [traceRoutes] : undefined;

const isHydrated = ({ staticHandlerContext: { matches } }: EntryContext) =>
  matches.some(({ route }) => route.handle?.hydrate);

export default handleRequest;

/** Logs bugs only. The request log already shows refusals, such as an unknown method. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (!isRefusal && !request.signal.aborted) context.get(logContext).error({ err: error }, "request failed");
};
