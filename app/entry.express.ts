import type { RequestListener } from "node:http";

import type { Logger } from "pino";
import { createRequestHandler } from "react-router";
import * as build from "virtual:react-router/server-build";

import type { ConsoleModule } from "#app/console-module.ts";
import { takeCspReports } from "#app/http/csp-report.server.ts";
import { answerHealth } from "#app/http/front/answer-health.server.ts";
import { chooseLanguage } from "#app/http/front/choose-language.server.ts";
import { findSite } from "#app/http/front/find-site.server.ts";
import { logRequests } from "#app/http/front/request-log.server.ts";
import { traceRequests } from "#app/http/front/request-trace.server.ts";
import { inOrder } from "#app/http/front/step.ts";
import { limitBodyTime } from "#app/http/request-body.server.ts";
import { readRouteHandles } from "#app/http/route-handles.server.ts";
import type { TenantRegistry } from "#app/tenant/registry.server.ts";

import { answerMetrics } from "../config/process/answer-metrics.ts";
import type { MetricValues } from "../config/process/metrics.ts";
import { measureReadiness, type Readiness } from "../config/process/readiness.ts";
import { env } from "./base/env.server.ts";
import { createCachedPages, serveCachedPages } from "./cached-pages.server.ts";
import { openConsole } from "./console-site.server.ts";
import { createApp } from "./express-app.server.ts";
import { createServices } from "./services.server.ts";

export type Storefront = {
  listener: RequestListener;
  /** GET /metrics, for a separate port. */
  metricsListener: RequestListener;
  tenants: TenantRegistry;
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

/**
 * The whole storefront as one node listener. A request passes `steps` in their order, then Express (express-app.server.ts),
 * then React Router, with the middlewares of middleware.server.ts. The services are shared by all requests.
 */
export function createStorefront(options: StorefrontOptions): Storefront {
  const { log, readReadiness, readApiMetrics, console: consoleModule } = options;
  const services = createServices(log);
  const { tenants, registry, metrics, tracing } = services;
  measureReadiness(registry, readReadiness);

  const urls = readRouteHandles(build);
  /** A secret stays out of the logs even where somebody opens the console's link at a shop's hostname. */
  const loggedPath = (path: string) => {
    const logged = urls.loggedPath(path);
    return consoleModule?.loggedPath(logged) ?? logged;
  };
  const reports = takeCspReports(registry, loggedPath);
  const consoleSite = openConsole(consoleModule, services, reports);
  const sites = {
    findTenant: (hostname: string) => consoleSite?.findTenant(hostname) ?? tenants.findTenant(hostname),
    hasPublicBrand: tenants.hasPublicBrand,
  };

  const render = createRequestHandler(build, env.NODE_ENV);
  const pages = createCachedPages(services, render, urls.kept);
  const app = createApp({ services, urls, render, reports, pages });
  const { isTrustedProxy } = app;

  const steps = [
    limitBodyTime,
    answerHealth(readReadiness, isTrustedProxy),
    findSite({ sites, isTrustedProxy, metrics }),
    chooseLanguage,
    logRequests({ log, isTrustedProxy, metrics, loggedPath }),
    tracing && traceRequests(tracing, isTrustedProxy),
    consoleSite?.serve,
    services.files.serve,
    pages && serveCachedPages(pages),
  ].filter((step) => step !== undefined);

  return {
    listener: inOrder(steps, app.listener),
    metricsListener: answerMetrics(registry, readApiMetrics, log),
    tenants,
    close: () => Promise.all([services.close(), consoleSite?.close()]),
  };
}
