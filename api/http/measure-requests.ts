import type { RequestHandler } from "express";
import type { Registry } from "prom-client";

import { createRequestTimes, outcomeOf } from "../../config/process/request-times.ts";
import { routeOf } from "./route-of.ts";

/** Measures the time of each request by its method and route, without the brand. */
export function measureRequests(registry: Registry): RequestHandler {
  const observe = createRequestTimes(registry, {
    name: "awning_api_request_seconds",
    help: "From a request's arrival at the embedded API to the end of its answer, by method and route, and how it ended",
  });
  return (req, res, next) => {
    const begunAt = performance.now();
    res.once("close", () => {
      const route = routeOf(req);
      const outcome = outcomeOf(res.statusCode, res.writableFinished);
      observe(route === "other" ? route : `${req.method} ${route}`, outcome, (performance.now() - begunAt) / 1_000);
    });
    next();
  };
}
