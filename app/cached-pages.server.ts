import type { RequestHandler } from "react-router";

import type { Step } from "#app/http/front/step.ts";
import { createPageCache } from "#app/http/page-cache.server.ts";
import type { UrlFacts } from "#app/http/route-handles.server.ts";

import { env } from "./base/env.server.ts";
import * as contexts from "./request/context.ts";
import { createContext } from "./request-context.server.ts";
import type { Services } from "./services.server.ts";

/** Keeps the pages that React Router renders for everybody; undefined in development, which shows every change at once. */
export function createCachedPages(services: Services, render: RequestHandler, kept: UrlFacts["kept"]) {
  const { log, versionOf, registry } = services;
  const pages = createPageCache({
    maxBytes: Math.max(env.PAGE_CACHE_MB, 1) * 1024 * 1024,
    kept,
    async render(site, path, secret) {
      const ofNobody = { log: log.child({ tenant: site.tenant.id }), clientAddress: "", requestId: "" };
      const context = createContext(services, { site, nonce: secret, ...ofNobody });
      context.set(contexts.shellContext, secret);
      // The headers of a graphical browser: a text browser's page would contain one visitor's form proof.
      const request = new Request(site.origin + path, { headers: { "Sec-Fetch-Site": "none" } });
      const { status, headers } = await render(request, context);
      return { status, headers, ...context.get(contexts.documentContext) };
    },
    onError: (error) => log.error({ err: error }, "page not cached"),
    versionOf,
    registry,
  });
  // The cache's metrics are there in any case.
  return env.PAGE_CACHE_MB > 0 && env.NODE_ENV !== "development" ? pages : undefined;
}

/** Answers visitors without a session with a cached page, if there is one. */
export const serveCachedPages =
  ({ serve }: ReturnType<typeof createPageCache>): Step =>
  (next) =>
  (req, res) =>
    serve(req, res, () => next(req, res));
