import { Counter, type Registry } from "prom-client";

import { createRequestTimes, type Outcome, outcomeOf } from "../../config/process/request-times.ts";
import { isSafeMethod } from "./safe-methods.ts";

/** An answer that takes longer is slow (s). */
const SLOW = 1;

type OfTenant = { byOutcome: Partial<Record<Outcome, number>>; seconds: number; slow: number };

export type RequestMetrics = ReturnType<typeof createRequestMetrics>;

/**
 * Counts and times answers. The histogram has no brand: a thousand brands with forty routes would be half a million
 * lines. A brand has seven: five counts, their time and the number of slow answers. Requests add to plain numbers,
 * which become metrics when they are read.
 */
export function createRequestMetrics(registry: Registry) {
  const observe = createRequestTimes(registry, {
    name: "awning_request_seconds",
    help: "From a request's arrival to the end of its answer, by method and route, and how it ended",
  });
  const tenants = new Map<string, OfTenant>();
  const registers = [registry];
  new Counter({
    name: "awning_tenant_requests_total",
    help: "Requests, by brand and how they ended",
    labelNames: ["tenant", "status"],
    registers,
    collect() {
      this.reset();
      for (const [tenant, { byOutcome }] of tenants)
        for (const [status, count] of Object.entries(byOutcome)) this.inc({ tenant, status }, count);
    },
  });
  new Counter({
    name: "awning_tenant_request_seconds_total",
    help: "Time that the answers of a brand took together",
    labelNames: ["tenant"],
    registers,
    collect() {
      this.reset();
      for (const [tenant, { seconds }] of tenants) this.inc({ tenant }, seconds);
    },
  });
  new Counter({
    name: "awning_tenant_slow_requests_total",
    help: "Requests whose answer took longer than a second, by brand",
    labelNames: ["tenant"],
    registers,
    collect() {
      this.reset();
      for (const [tenant, { slow }] of tenants) this.inc({ tenant }, slow);
    },
  });

  return {
    /** An answer of a brand. `route` is a pattern, such as "/gift/:code"; "other" if no route answered. */
    countAnswer(tenantId: string, method: string, route: string, outcome: Outcome, seconds: number) {
      observe(route === "other" ? route : `${isSafeMethod(method) ? "GET" : "POST"} ${route}`, outcome, seconds);
      let tenant = tenants.get(tenantId);
      if (tenant === undefined) tenants.set(tenantId, (tenant = { byOutcome: {}, seconds: 0, slow: 0 }));
      tenant.byOutcome[outcome] = (tenant.byOutcome[outcome] ?? 0) + 1;
      tenant.seconds += seconds;
      if (seconds > SLOW) tenant.slow++;
    },
    /** An answer that belongs to no brand. */
    countRefusal: (status: number) => observe("refused", outcomeOf(status, true), 0),
  };
}
