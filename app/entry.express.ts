import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import compression from "compression";
import express, { type ErrorRequestHandler } from "express";
import type { Logger } from "pino";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { answerWith } from "#app/http/react-router-handler.server.ts";
import { brandAssets } from "#app/http/brand-assets.server.ts";
import { setCacheControl } from "#app/http/cache-control.server.ts";
import { createCommerceHosts } from "#app/commerce/backend.server.ts";
import { passToEmbeddedApi } from "#app/http/pass-through.server.ts";
import * as contexts from "./context.ts";
import { env } from "./env.server.ts";
import { takeCspReports } from "#app/http/csp-report.server.ts";
import { answerMetrics, createMetrics } from "./metrics.server.ts";
import { catalogueHref, parseProductQuery } from "#app/routes/catalogue/product-query.ts";
import { createPageCache } from "#app/http/page-cache.server.ts";
import type { Readiness } from "#app/http/readiness.server.ts";
import { acceptKnownMethods, acceptOnlyForms, readBody } from "#app/http/request-body.server.ts";
import { createRequestLog } from "#app/http/request-log.server.ts";
import { BASE_HEADERS, HSTS, setSecurityHeaders } from "#app/http/security-headers.server.ts";
import { answerGatewayReturn, refuseCrossSite } from "#app/http/cross-site.server.ts";
import { forgetFetchedPages, speculationRules } from "#app/http/speculation-rules.server.ts";
import { createBrandPictures } from "#app/tenant/pictures.server.ts";
import { createTenantRegistry } from "#app/tenant/registry.server.ts";
import { createSiteResolver, type Site } from "#app/tenant/site.server.ts";
import { withoutUnreadData } from "#app/http/tricks/skip-loader-serialization.server.ts";

declare module "http" {
  interface IncomingMessage {
    /** These are set before Express by the storefront's listener. */
    site: Site;
    /** What the shopper reads on an error's page, and what each line of both programs' logs about this request holds. */
    requestId: string;
    /** The shopper's address, as far as trusted proxies say it; "" where there is none. */
    clientAddress: string;
  }
}

export type Storefront = {
  listener: RequestListener;
  /** GET /metrics, for a port of its own. */
  metricsListener: RequestListener;
  tenants: ReturnType<typeof createTenantRegistry>;
  close(): Promise<unknown>;
};

type StorefrontOptions = {
  log: Logger;
  readReadiness: Readiness["read"];
  onTenantsChanged(): void;
  /** The embedded API's own lines for GET /metrics, or "". Never rejects. */
  readApiMetrics(): Promise<string>;
};

/** The whole storefront as one node listener: health, hostname, tenant, Express, typed context, React Router. */
export function createStorefront({
  log,
  readReadiness,
  onTenantsChanged,
  readApiMetrics,
}: StorefrontOptions): Storefront {
  const tenants = createTenantRegistry({
    dir: env.TENANTS_DIR,
    deployment: env.deployment,
    log,
    onChange: onTenantsChanged,
  });
  const resolveSite = createSiteResolver(tenants);
  const metrics = createMetrics();
  const hosts = createCommerceHosts(metrics);
  const pictures = createBrandPictures(env.TENANTS_DIR);

  const app = express();
  app.disable("x-powered-by");
  app.disable("etag"); // what is not kept has none; assets and pictures bring their own
  app.set("trust proxy", env.TRUST_PROXY);
  const isTrustedProxy: (address: string, hop: number) => boolean = app.get("trust proxy fn");
  const logRequest = createRequestLog(log, isTrustedProxy);
  app.use((req, _res, next) => {
    req.log = log.child({ reqId: req.requestId, tenant: req.site.tenant.id });
    next();
  });
  app.use(setCacheControl);
  app.use(compression());
  app.use(setSecurityHeaders);
  // Route discovery's own answer names every route to anybody, immutable for a year; no page of ours needs it.
  app.use("/__manifest", (_req, _res, next) => next({ status: 404 }));
  app.use("/assets", express.static("build/client/assets", { immutable: true, maxAge: "1y", fallthrough: false }));
  app.get(speculationRules.path, (_req, res) => {
    res.set("Cache-Control", "public, max-age=86400").type(speculationRules.type).send(speculationRules.json);
  });
  app.post("/csp-report", takeCspReports(metrics.count));
  app.use(acceptKnownMethods);
  app.use(refuseCrossSite);
  app.use(forgetFetchedPages);
  app.use(brandAssets(hosts, pictures));
  app.use(readBody);
  app.use(passToEmbeddedApi(hosts));
  app.post("/payment-success", answerGatewayReturn);
  app.use(acceptOnlyForms);
  const handle = createRequestHandler(withoutUnreadData(build), env.NODE_ENV);
  app.use(
    answerWith(handle, (req, res) =>
      createContext(req.site, {
        log: req.log,
        nonce: res.locals.nonce,
        clientAddress: req.clientAddress,
        requestId: req.requestId,
      }),
    ),
  );
  app.use(sendError);

  const keepsPages = env.PAGE_CACHE_MB > 0 && env.NODE_ENV !== "development";
  const pages = createPageCache({
    maxBytes: Math.max(env.PAGE_CACHE_MB, 1) * 1024 * 1024,
    catalogueHref: (search) => catalogueHref(parseProductQuery(search)),
    async render(site, path, nonce) {
      const context = createContext(site, {
        log: log.child({ tenant: site.tenant.id }),
        nonce,
        clientAddress: "",
        requestId: "",
      });
      // As a graphical browser asks: a form's proof would be one visitor's.
      const request = new Request(site.origin + path, { headers: { "Sec-Fetch-Site": "none" } });
      const { status, headers } = await handle(request, context);
      return { status, headers, ...context.get(contexts.documentContext) };
    },
    onError: (error) => log.error({ err: error }, "page not kept"),
  });
  metrics.addGauges(pages.readMetrics);
  metrics.addGauges(() => [["awning_is_ready", {}, Number(readReadiness().isReady)]]);

  type Visit = { log: Logger; nonce: string | undefined; clientAddress: string; requestId: string };

  function createContext(site: Site, { log, nonce, clientAddress, requestId }: Visit) {
    const context = new RouterContextProvider();
    context.set(contexts.siteContext, site);
    context.set(contexts.picturesContext, pictures);
    context.set(contexts.hostContext, hosts.of(site.tenant));
    context.set(contexts.logContext, log);
    context.set(contexts.nonceContext, nonce);
    context.set(contexts.clientAddressContext, clientAddress);
    context.set(contexts.requestIdContext, requestId);
    context.set(contexts.documentContext, {});
    return context;
  }

  function listener(req: IncomingMessage, res: ServerResponse) {
    const isTrusted = isTrustedProxy(req.socket.remoteAddress ?? "", 0);
    const proto = isTrusted ? req.headers["x-forwarded-proto"] : undefined;
    // An answer that belongs to no brand goes by its connection.
    const transport = proto === "https" ? HSTS : {};
    if (answerHealth(req, res, readReadiness, transport)) return;
    if (env.METRICS_PORT) metrics.watch(res);

    const resolved = resolveSite(req, typeof proto === "string" ? proto : undefined);
    if ("refused" in resolved) return sendPlain(res, resolved.refused, REFUSALS[resolved.refused], transport);
    if ("redirectTo" in resolved) {
      const { redirectTo } = resolved;
      return sendPlain(res, 308, "", { location: redirectTo, ...(redirectTo.startsWith("https:") && HSTS) });
    }

    req.site = resolved.site;
    logRequest(req, res);
    const goOn = () => app(req as express.Request, res as express.Response);
    if (keepsPages) pages.serve(req, res, goOn);
    else goOn();
  }

  return {
    listener,
    metricsListener: answerMetrics(metrics, readApiMetrics),
    tenants,
    close: () => {
      tenants.close();
      return hosts.close();
    },
  };
}

const REFUSALS = { 400: "This request could not be understood.", 421: "There is no shop at this address." };

function answerHealth(
  req: IncomingMessage,
  res: ServerResponse,
  readReadiness: Readiness["read"],
  headers: Record<string, string>,
) {
  if (req.url === "/healthz") sendPlain(res, 200, "ok", headers);
  else if (req.url === "/readyz") {
    const { isReady, text } = readReadiness();
    sendPlain(res, isReady ? 200 : 503, text, headers);
  } else return false;
  return true;
}

function sendPlain(res: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) {
  res.writeHead(status, {
    ...BASE_HEADERS,
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    ...headers,
  });
  res.end(`${text}\n`);
}

const sendError: ErrorRequestHandler = (error, req, res, next) => {
  const status = typeof error.status === "number" && error.status < 500 ? error.status : 500;
  if (status === 500) req.log.error({ err: error }, "request failed");
  if (res.headersSent) return next(error);
  // What is left of a body that was refused is not read: the connection ends with the answer.
  if (status === 413) res.set("Connection", "close");
  res
    .status(status)
    .type("text")
    .send(status === 500 ? `Something went wrong (${req.requestId}).` : (ERROR_TEXTS[status] ?? "Bad request."));
};

const ERROR_TEXTS: Record<number, string> = {
  404: "Not found.",
  405: "This method is not allowed.",
  413: "This form is too large.",
  415: "This encoding is not understood.",
};
