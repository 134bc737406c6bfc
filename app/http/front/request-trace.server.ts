import { env } from "#app/base/env.server.ts";

import { runInSpan, type Tracing } from "../../../config/process/tracing.ts";
import type { IsTrustedProxy } from "./proxy.server.ts";
import type { Step } from "./step.ts";

/**
 * Answers a request in a span, which ends when the response closes. A caller's traceparent counts only with TRUST_TRACEPARENT,
 * and only from a trusted proxy, because its flag turns sampling of the trace on or off.
 */
export const traceRequests =
  (tracing: Tracing, isTrustedProxy: IsTrustedProxy): Step =>
  (next) =>
  (req, res) => {
    const { method = "" } = req; // Express may rewrite it
    const isTrusted = env.TRUST_TRACEPARENT === "1" && isTrustedProxy(req.socket.remoteAddress ?? "", 0);
    const { traceparent } = req.headers;
    const attributes = {
      "http.request.method": method,
      "awning.tenant": req.site.tenant.id,
      "awning.request_id": req.requestId,
    };
    const span = tracing.startTrace(
      { name: method, kind: "server", attributes },
      isTrusted && typeof traceparent === "string" ? traceparent : undefined,
    );
    res.once("close", () => {
      const { routePattern: route } = req;
      span.end({
        name: route === undefined ? method : `${method} ${route}`,
        attributes: { "http.route": route, "http.response.status_code": res.statusCode },
        isFailed: res.statusCode >= 500,
      });
    });
    runInSpan(span, () => next(req, res));
  };
