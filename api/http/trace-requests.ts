import type { RequestHandler } from "express";

import { runInSpan, type Tracing } from "../../config/process/tracing.ts";
import { routeOf } from "./route-of.ts";

/** Answers each request in a span of the trace from the storefront, or of a new one. */
export function traceRequests(tracing: Tracing, isTenant: (id: string) => boolean): RequestHandler {
  return (req, res, next) => {
    const { method } = req;
    const [, tenantId = ""] = req.path.split("/", 2);
    const attributes = {
      "http.request.method": method,
      "awning.tenant": isTenant(tenantId) ? tenantId : undefined,
      "awning.request_id": String(req.id),
    };
    const span = tracing.startTrace({ name: method, kind: "server", attributes }, req.traceparent);
    res.once("close", () => {
      const route = routeOf(req);
      span.end({
        name: `${method} ${route}`,
        attributes: { "http.route": route, "http.response.status_code": res.statusCode },
        isFailed: res.statusCode >= 500,
      });
    });
    runInSpan(span, next);
  };
}
