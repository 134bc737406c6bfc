import type { RequestListener } from "node:http";

import compression from "compression";
import express, { type RequestHandler } from "express";
import type { Logger } from "pino";
import type { RequestHandler as RouterHandler } from "react-router";

import { serveAssets } from "#app/http/build/serve-assets.server.ts";
import { setCacheControl } from "#app/http/cache-control.server.ts";
import { answerGatewayReturn, refuseCrossSite } from "#app/http/cross-site.server.ts";
import { callDirectly } from "#app/http/direct-routes.server.ts";
import { serveBrandFiles } from "#app/http/files/brand-files.server.ts";
import { takeTurns } from "#app/http/form-turns.server.ts";
import type { IsTrustedProxy } from "#app/http/front/proxy.server.ts";
import type { createPageCache } from "#app/http/page-cache.server.ts";
import { passToEmbeddedApi } from "#app/http/pass-through.server.ts";
import { answerPersonalPages } from "#app/http/personal-page.server.ts";
import { createExpressHandler } from "#app/http/react-router-handler.server.ts";
import { acceptKnownMethods, acceptOnlyForms, acceptPageMethods, readBody } from "#app/http/request-body.server.ts";
import type { UrlFacts } from "#app/http/route-handles.server.ts";
import { setSecurityHeaders } from "#app/http/security-headers.server.ts";
import { sendError } from "#app/http/send-error.server.ts";
import * as rules from "#app/http/speculation-rules.server.ts";
import { loadPersonalSoon } from "#app/routes/load-personal.server.ts";

import { env } from "./base/env.server.ts";
import { contextsFor } from "./request-context.server.ts";
import type { Services } from "./services.server.ts";

type Options = {
  services: Services;
  urls: UrlFacts;
  /** React Router. */
  render: RouterHandler;
  reports: RequestHandler[];
  /** Absent if no pages are kept. */
  pages?: ReturnType<typeof createPageCache>;
};

const nameLog =
  (log: Logger): RequestHandler =>
  (req, _res, next) => {
    req.log = log.child({ reqId: req.requestId, tenant: req.site.tenant.id });
    next();
  };

/** Express, whose steps a request passes in this order. The last one is React Router. */
export function createApp({ services, urls, render, reports, pages }: Options) {
  const { log, backends, pictures, files, registry } = services;
  const getContext = contextsFor(services);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag"); // only what is cached has one; assets and pictures bring their own
  app.set("trust proxy", env.TRUST_PROXY);

  app.use(nameLog(log));
  app.use(setCacheControl);
  if (pages) app.use(answerPersonalPages({ backends, find: pages.find, getContext, loadPersonal: loadPersonalSoon }));
  app.use(compression());
  app.use(setSecurityHeaders);
  app.use(serveAssets("build/client"));
  app.get(rules.SPECULATION_RULES_PATH, rules.answerSpeculationRules(urls.prefetched));
  app.post("/csp-report", reports);
  app.use(acceptKnownMethods);
  app.use(refuseCrossSite(urls.acceptOtherSites));
  app.use(rules.forgetFetchedPages);
  app.use(serveBrandFiles({ backends, pictures, files }));
  app.use(readBody);
  app.use(passToEmbeddedApi(backends, files));
  app.post("/payment-success", answerGatewayReturn);
  app.use(acceptPageMethods, acceptOnlyForms);
  app.use(takeTurns({ registry }));
  for (const { path, module } of urls.direct)
    app.all(path, createExpressHandler(callDirectly(path, module), getContext));
  app.use(createExpressHandler(render, getContext));
  app.use(sendError);

  return { listener: app as RequestListener, isTrustedProxy: app.get("trust proxy fn") as IsTrustedProxy };
}
