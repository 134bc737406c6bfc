import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

import compression from "compression";
import express, { type Request, type RequestHandler, type Response } from "express";
import type { Logger } from "pino";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";

import { createCommerceBackends } from "#app/commerce/backend.server.ts";
import { followChanges, type VersionOf } from "#app/commerce/follow-changes.server.ts";
import type { ConsoleModule } from "#app/console-module.ts";
import { brandAssets } from "#app/http/brand-assets.server.ts";
import { serveAssets } from "#app/http/build/serve-assets.server.ts";
import { setCacheControl } from "#app/http/cache-control.server.ts";
import { answerGatewayReturn, refuseCrossSite } from "#app/http/cross-site.server.ts";
import { takeCspReports } from "#app/http/csp-report.server.ts";
import { callDirectly } from "#app/http/direct-routes.server.ts";
import { takeTurns } from "#app/http/form-turns.server.ts";
import { answerHealth, sendPlain } from "#app/http/health.server.ts";
import { createPageCache } from "#app/http/page-cache.server.ts";
import { passToEmbeddedApi } from "#app/http/pass-through.server.ts";
import { answerPersonalPages } from "#app/http/personal-page.server.ts";
import { createExpressHandler } from "#app/http/react-router-handler.server.ts";
import { acceptKnownMethods, acceptOnlyForms, limitBodyTime, readBody } from "#app/http/request-body.server.ts";
import { createRequestLog } from "#app/http/request-log.server.ts";
import { createRequestMetrics } from "#app/http/request-metrics.server.ts";
import { traceRequest } from "#app/http/request-trace.server.ts";
import { readRouteHandles } from "#app/http/route-handles.server.ts";
import { HSTS, setSecurityHeaders } from "#app/http/security-headers.server.ts";
import { sendError } from "#app/http/send-error.server.ts";
import {
  answerSpeculationRules,
  forgetFetchedPages,
  SPECULATION_RULES_PATH,
} from "#app/http/speculation-rules.server.ts";
import { createPreview } from "#app/preview/preview.server.ts";
import { loadPersonalSoon } from "#app/routes/load-personal.server.ts";
import { createBrandPictures } from "#app/tenant/pictures.server.ts";
import { createTenantRegistry } from "#app/tenant/registry.server.ts";
import { createSiteResolver, type Site } from "#app/tenant/site.server.ts";

import { answerMetrics } from "../config/answer-metrics.ts";
import { loadTracing } from "../config/load-tracing.ts";
import { createRegistry, type MetricValues } from "../config/metrics.ts";
import { measureReadiness, type Readiness } from "../config/readiness.ts";
import * as contexts from "./context.ts";
import { env } from "./env.server.ts";

export type Storefront = {
  listener: RequestListener;
  /** GET /metrics, for a separate port. */
  metricsListener: RequestListener;
  tenants: ReturnType<typeof createTenantRegistry>;
  close(): Promise<unknown>;
};

type StorefrontOptions = {
  log: Logger;
  readReadiness: Readiness["read"];
  /** The embedded API's metrics; none while it does not answer. Never rejects. */
  readApiMetrics(): Promise<MetricValues>;
  /** Absent if the console is off. */
  console?: ConsoleModule;
};

const REFUSALS = { 400: "This request could not be understood.", 421: "There is no shop at this address." };

/**
 * The whole storefront as one node listener. A request passes, in this order: health, hostname -> tenant, its log line,
 * the page cache, Express (createApp below), React Router (root.tsx: session -> commerce -> loaders and actions -> view).
 * Requests for the console's hostname go to the console after their log line.
 */
export function createStorefront(options: StorefrontOptions): Storefront {
  const { log, readReadiness, readApiMetrics, console: consoleModule } = options;
  const tenants = createTenantRegistry({ dir: env.TENANTS_DIR, deployment: env.deployment, log });
  const resolveSite = createSiteResolver({
    hasPublicBrand: tenants.hasPublicBrand,
    findTenant: (hostname) =>
      hostname === env.CONSOLE_HOSTNAME ? consoleModule?.tenant : tenants.findTenant(hostname),
  });
  const registry = createRegistry("storefront");
  const metrics = env.METRICS_PORT ? createRequestMetrics(registry) : undefined;
  const changes = followEmbeddedApi(log);
  const hosts = createCommerceBackends(registry, changes?.versionOf);
  const pictures = createBrandPictures(env.TENANTS_DIR);
  const reports = takeCspReports(registry, loggedPath);
  const { app, pages, isTrustedProxy } = createApp({
    ...{ log, registry, hosts, pictures, reports },
    versionOf: changes?.versionOf,
  });
  const preview = createPreview({
    ...{ render: createRequestHandler(build, env.NODE_ENV), log },
    pictures: createBrandPictures(env.TENANTS_DIR),
    findTenant: (brand) => tenants.all().find(({ id }) => id === brand),
  });
  const consoleApp = consoleModule?.createConsole({ log, reports, preview });
  const logRequest = createRequestLog(log, isTrustedProxy, metrics);
  const tracing = startTracing?.("storefront", log);
  measureReadiness(registry, readReadiness);

  /** A secret stays out of the logs even where somebody opens the console's link at a shop's hostname. */
  function loggedPath(path: string) {
    const logged = urls.loggedPath(path);
    return consoleModule?.loggedPath(logged) ?? logged;
  }

  function listener(req: IncomingMessage, res: ServerResponse) {
    const proto = isTrustedProxy(req.socket.remoteAddress ?? "", 0) ? req.headers["x-forwarded-proto"] : undefined;
    // An answer that belongs to no brand goes by its connection.
    const transport = proto === "https" ? HSTS : {};
    if (answerHealth(req, res, readReadiness, transport)) return limitBodyTime(req);
    const resolved = resolveSite(req, typeof proto === "string" ? proto : undefined);
    limitBodyTime(req);
    if ("refused" in resolved) {
      metrics?.countRefusal(resolved.refused);
      return sendPlain(res, resolved.refused, REFUSALS[resolved.refused], transport);
    }
    if ("redirectTo" in resolved) {
      const { redirectTo } = resolved;
      metrics?.countRefusal(308);
      return sendPlain(res, 308, "", { location: redirectTo, ...(redirectTo.startsWith("https:") && HSTS) });
    }

    req.site = resolved.site;
    const path = req.url!.split("?")[0]!;
    req.loggedPath = loggedPath(path);
    req.isSecret = req.loggedPath !== path;
    logRequest(req, res);
    const passOn = () => app(req as Request, res as Response);
    const answer = () => {
      if (consoleApp !== undefined && req.site.tenant === consoleModule?.tenant) consoleApp.listener(req, res);
      else if (KEEPS_PAGES) pages.serve(req, res, passOn);
      else passOn();
    };
    if (tracing === undefined) answer();
    else traceRequest(tracing, req, res, isTrustedProxy, answer);
  }

  return {
    listener,
    metricsListener: answerMetrics(registry, readApiMetrics, log),
    tenants,
    close: () => {
      tenants.close();
      changes?.close();
      return Promise.all([hosts.close(), consoleApp?.close(), preview.close(), tracing?.stop()]);
    },
  };
}

const urls = readRouteHandles(build);

const startTracing = await loadTracing(env);

/** Development shows every change at once. */
const KEEPS_PAGES = env.PAGE_CACHE_MB > 0 && env.NODE_ENV !== "development";

type AppOptions = {
  log: Logger;
  registry: ReturnType<typeof createRegistry>;
  hosts: ReturnType<typeof createCommerceBackends>;
  pictures: ReturnType<typeof createBrandPictures>;
  reports: RequestHandler[];
  versionOf?: VersionOf;
};

/** Follows the embedded API's changes; undefined if no brand uses it. */
const followEmbeddedApi = (log: Logger) =>
  (env.COMMERCE_API_URL === undefined && env.COMMERCE_API_PORT === 0) || !env.FORWARD_KEY
    ? undefined
    : followChanges({ url: `${env.API_ORIGIN}/changes`, key: env.FORWARD_KEY, log });

/** Express, with React Router as its last step, and the cache of the pages that React Router renders for everybody. */
function createApp({ log, registry, hosts, pictures, reports, versionOf }: AppOptions) {
  const render = createRequestHandler(build, env.NODE_ENV);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag"); // only what is cached has one; assets and pictures bring their own
  app.set("trust proxy", env.TRUST_PROXY);

  app.use(nameLog);
  app.use(setCacheControl);
  if (KEEPS_PAGES)
    app.use(
      answerPersonalPages({
        backends: hosts,
        find: (req) => pages.find(req),
        getContext,
        loadPersonal: loadPersonalSoon,
      }),
    );
  app.use(compression());
  app.use(setSecurityHeaders);
  app.use(serveAssets("build/client"));
  app.get(SPECULATION_RULES_PATH, answerSpeculationRules(urls.prefetched));
  app.post("/csp-report", reports);
  app.use(acceptKnownMethods);
  app.use(refuseCrossSite(urls.acceptOtherSites));
  app.use(forgetFetchedPages);
  app.use(brandAssets(hosts, pictures));
  app.use(readBody);
  app.use(passToEmbeddedApi(hosts));
  app.post("/payment-success", answerGatewayReturn);
  app.use(acceptOnlyForms);
  app.use(takeTurns({ registry }));
  for (const { path, module } of urls.direct)
    app.all(path, createExpressHandler(callDirectly(path, module), getContext));
  app.use(createExpressHandler(render, getContext));
  app.use(sendError);

  const pages = createPageCache({
    maxBytes: Math.max(env.PAGE_CACHE_MB, 1) * 1024 * 1024,
    kept: urls.kept,
    async render(site, path, secret) {
      const visit = { log: log.child({ tenant: site.tenant.id }), nonce: secret, clientAddress: "", requestId: "" };
      const context = createContext(site, visit);
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

  return { app, pages, isTrustedProxy: app.get("trust proxy fn") as (address: string, hop: number) => boolean };

  function nameLog(...[req, , next]: Parameters<RequestHandler>) {
    req.log = log.child({ reqId: req.requestId, tenant: req.site.tenant.id });
    next();
  }

  function getContext(req: Request, res: Response) {
    return createContext(req.site, toVisit(req, res));
  }

  /** The context of loaders and actions (app/context.ts). */
  function createContext(site: Site, { log, nonce, clientAddress, requestId }: Visit) {
    const context = new RouterContextProvider();
    context.set(contexts.siteContext, site);
    context.set(contexts.picturesContext, pictures);
    context.set(contexts.backendContext, hosts.of(site.tenant));
    context.set(contexts.logContext, log);
    context.set(contexts.nonceContext, nonce);
    context.set(contexts.clientAddressContext, clientAddress);
    context.set(contexts.requestIdContext, requestId);
    context.set(contexts.documentContext, {});
    return context;
  }
}

type Visit = { log: Logger; nonce: string | undefined; clientAddress: string; requestId: string };

const toVisit = ({ log, clientAddress, requestId }: Request, res: Response): Visit => ({
  ...{ log, clientAddress, requestId },
  nonce: res.locals.nonce,
});
