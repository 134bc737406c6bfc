import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

import { AggregatorRegistry, Counter, Histogram, type Registry } from "prom-client";

import type { MetricValues } from "../config/metrics.ts";

/** Counts and times answers, once they are sent. */
export function createRequestMetrics(registry: Registry) {
  const requests = new Counter({
    name: "awning_requests_total",
    help: "Requests, by class of status",
    labelNames: ["status"],
    registers: [registry],
  });
  // Without the brand: with it there would be a thousand series for each brand.
  const seconds = new Histogram({
    name: "awning_request_seconds",
    help: "From a request's arrival to the end of its answer, by the pattern of its route",
    labelNames: ["method", "route"],
    registers: [registry],
  });

  return function watch(req: IncomingMessage, res: ServerResponse) {
    const from = performance.now();
    res.once("finish", () => {
      requests.inc({ status: `${Math.floor(res.statusCode / 100)}xx` });
      const { method, routePattern: route } = req;
      seconds.observe(route ? { method, route } : { route: "other" }, (performance.now() - from) / 1000);
    });
  };
}

/**
 * Answers GET /metrics in Prometheus' text format, and nothing else: for a port of its own, never for the shop's.
 * `readApi` has what the embedded API says of itself.
 */
export const answerMetrics =
  (registry: Registry, readApi: () => Promise<MetricValues>): RequestListener =>
  async (req, res) => {
    const isAsked = req.method === "GET" && req.url === "/metrics";
    const all = AggregatorRegistry.aggregate(isAsked ? [await registry.getMetricsAsJSON(), await readApi()] : []);
    res.writeHead(isAsked ? 200 : 404, { "content-type": all.contentType });
    res.end(isAsked ? await all.metrics() : "Not found.\n");
  };
