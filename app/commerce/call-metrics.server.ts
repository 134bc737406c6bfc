import { Counter, Gauge, Histogram, type Registry } from "prom-client";

import { currentSpan, inSpan } from "../../config/process/tracing.ts";
import { nameOfCall } from "./extensions.ts";
import type { Result } from "./result.ts";
import type { Call } from "./transport.server.ts";

/** The counters of one brand: calls by their name in the contract and their outcome, and unreadable items of lists. */
export type CallCounts = {
  countCall(call: string, outcome: string, seconds: number): void;
  countUnreadable(items: number): void;
};

export const UNCOUNTED: CallCounts = { countCall() {}, countUnreadable() {} };

/** Counts the calls of all brands. `openCircuits` lists each brand, and 1 while its circuit is open. */
export function createCallMetrics(registry: Registry, openCircuits: () => [tenant: string, isOpen: number][]) {
  const registers = [registry];
  const calls = new Counter({
    name: "awning_upstream_calls_total",
    help: "Calls to backends, by brand and outcome",
    labelNames: ["tenant", "outcome"],
    registers,
  });
  const unreadable = new Counter({
    name: "awning_upstream_unreadable_items_total",
    help: "Unreadable items in lists from backends, by brand",
    labelNames: ["tenant"],
    registers,
  });
  const seconds = new Histogram({
    name: "awning_upstream_seconds",
    help: "How long calls to backends took, by the call's name in the contract",
    labelNames: ["call"],
    registers,
  });
  new Gauge({
    name: "awning_backend_circuit_open",
    help: "1 while calls to a brand's backend are paused, because it fails",
    labelNames: ["tenant"],
    registers,
    collect() {
      for (const [tenant, isOpen] of openCircuits()) this.set({ tenant }, isOpen);
    },
  });
  return (tenant: string): CallCounts => ({
    countCall(call, outcome, took) {
      calls.inc({ tenant, outcome });
      seconds.observe({ call }, took);
    },
    countUnreadable: (items) => unreadable.inc({ tenant }, items),
  });
}

/** Sends a call in a separate span, and counts it. */
export async function measureCall(
  tenant: string,
  call: Call,
  send: () => Promise<Result<unknown>>,
  { countCall }: CallCounts,
): Promise<Result<unknown>> {
  const name = nameOfCall(call);
  const begunAt = performance.now();
  const attributes = { "http.request.method": call.method, "awning.tenant": tenant };
  const answer = await inSpan({ name, kind: "client", attributes }, send, (value) => ({
    attributes: { "awning.outcome": outcomeOf(value) },
    isFailed: !value.ok && value.error.kind !== "status",
  }));
  countCall(name, outcomeOf(answer), (performance.now() - begunAt) / 1_000);
  return answer;
}

/** `limited`: the backend answered 429. `busy`: the call was not sent. */
function outcomeOf(answer: Result<unknown>): string {
  if (answer.ok) return "ok";
  if (answer.error.kind !== "status") return answer.error.kind;
  if (answer.error.status === 429) return "limited";
  return answer.error.status >= 500 ? "failed" : "refused";
}

/** The headers that continue the current trace; none without one. */
export const traceHeaders = (): Record<string, string> => {
  const span = currentSpan();
  return span === undefined ? {} : { traceparent: span.traceparent };
};
