import type { RequestListener, ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";

export type Labels = Record<string, string>;
/** Adds one to a counter. Labels must have few values: no paths, no addresses. */
export type Count = (name: string, labels?: Labels) => void;

export type Metrics = ReturnType<typeof createMetrics>;

/** Counters and gauges of one process, as Prometheus reads them (text format 0.0.4). */
export function createMetrics() {
  const counters = new Map<string, number>();
  const gauges: (() => [name: string, labels: Labels, value: number][])[] = [];
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();

  const count: Count = (name, labels = {}) => {
    const key = keyOf(name, labels);
    counters.set(key, (counters.get(key) ?? 0) + 1);
  };
  return {
    count,
    /** `read` is called whenever somebody looks. */
    addGauges: (read: (typeof gauges)[number]) => void gauges.push(read),
    /** Counts an answer by the class of its status, once it is sent. */
    watch: (res: ServerResponse) =>
      void res.once("finish", () =>
        count("awning_requests_total", { status: `${Math.floor(res.statusCode / 100)}xx` }),
      ),
    render() {
      const lag = (quantile: number) => delay.percentile(quantile) / 1e9;
      const lines = [
        ...counters,
        ...gauges.flatMap((read) => read()).map(([name, labels, value]) => [keyOf(name, labels), value] as const),
        [keyOf("awning_event_loop_lag_seconds", { quantile: "0.5" }), lag(50)] as const,
        [keyOf("awning_event_loop_lag_seconds", { quantile: "0.99" }), lag(99)] as const,
      ];
      delay.reset();
      const named = Map.groupBy(lines, ([key]) => key.split("{")[0]!);
      const blocks = [...named].map(([name, rows]) => {
        const type = name.endsWith("_total") ? "counter" : "gauge";
        return [`# TYPE ${name} ${type}`, ...rows.map(([key, value]) => `${key} ${value}`)].join("\n");
      });
      return `${blocks.join("\n")}\n`;
    },
  };
}

function keyOf(name: string, labels: Labels) {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(",")}}`;
}

/** Answers GET /metrics, and nothing else: for a port of its own, never for the shop's. */
export const answerMetrics =
  (metrics: Metrics): RequestListener =>
  (req, res) => {
    const isAsked = req.method === "GET" && req.url === "/metrics";
    res.writeHead(isAsked ? 200 : 404, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
    res.end(isAsked ? metrics.render() : "Not found.\n");
  };
