import type { RequestListener, ServerResponse } from "node:http";

import type { Logger } from "pino";
import { AggregatorRegistry, type Registry } from "prom-client";

import type { MetricValues } from "./metrics.ts";

/**
 * Answers GET /metrics in Prometheus' text format, and nothing else. It is for a separate port, never for the shop's.
 * `readOthers` returns the metrics of the program that this one started.
 */
export const answerMetrics =
  (registry: Registry, readOthers: () => Promise<MetricValues>, log: Logger): RequestListener =>
  async (req, res) => {
    if (req.method !== "GET" || req.url !== "/metrics") return answer(res, 404, "Not found.\n");
    try {
      const all = AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), await readOthers()]);
      answer(res, 200, await all.metrics(), all.contentType);
    } catch (error) {
      // A rejection that nobody handles would stop the shop.
      log.error({ err: error }, "metrics could not be read");
      answer(res, 500, "The metrics could not be read.\n");
    }
  };

function answer(res: ServerResponse, status: number, body: string, contentType = "text/plain; charset=utf-8") {
  res.writeHead(status, { "content-type": contentType }).end(body);
}
