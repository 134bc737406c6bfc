import { monitorEventLoopDelay } from "node:perf_hooks";

import { Gauge, Registry } from "prom-client";

/** The metrics of one program, to be merged with those of others (AggregatorRegistry). */
export type MetricValues = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** The pause between two looks at the event loop; the histogram contains the whole time between them. */
const LOOK_MS = 20;

/** The metrics of one program. Labels must have few values: no paths, no addresses. */
export function createRegistry(program: "storefront" | "api" | "worker"): Registry {
  const registry = new Registry();
  const delay = monitorEventLoopDelay({ resolution: LOOK_MS });
  delay.enable();
  new Gauge({
    name: "awning_event_loop_lag_seconds",
    help: "How long the event loop was held since the last look",
    labelNames: ["program", "quantile"],
    registers: [registry],
    collect() {
      for (const quantile of [0.5, 0.99, 1]) {
        const seconds = Math.max(0, delay.percentile(quantile * 100) / 1e9 - LOOK_MS / 1000);
        this.set({ program, quantile: String(quantile) }, seconds);
      }
      delay.reset();
    },
  });
  new Gauge({
    name: "awning_memory_bytes",
    help: "Memory of a program: resident, on the heap of JavaScript, and in buffers outside of it",
    labelNames: ["program", "kind"],
    registers: [registry],
    collect() {
      const { rss, heapUsed, external } = process.memoryUsage();
      for (const [kind, bytes] of Object.entries({ resident: rss, heap: heapUsed, external }))
        this.set({ program, kind }, bytes);
    },
  });
  return registry;
}
