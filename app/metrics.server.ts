import type { RequestListener, ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";

export type Labels = Record<string, string>;
/** Adds one to a counter. Labels must have few values: no paths, no addresses. */
export type Count = (name: string, labels?: Labels) => void;

export type ReadGauges = () => [name: string, labels: Labels, value: number][];
export type Metrics = ReturnType<typeof createMetrics>;

/** The event loop's sampling interval. The histogram contains the whole time between two samples. */
const LOOK_MS = 20;

/** Counters and gauges of this process in Prometheus' text format 0.0.4. */
export function createMetrics() {
  const counters = new Map<string, number>();
  const delay = monitorEventLoopDelay({ resolution: LOOK_MS });
  delay.enable();
  const gauges: ReadGauges[] = [];

  const count: Count = (name, labels = {}) => {
    const key = keyOf(name, labels);
    counters.set(key, (counters.get(key) ?? 0) + 1);
  };
  /** How long the event loop was blocked since the last reading. */
  const readLag: ReadGauges = () => {
    const rows = [0.5, 0.99, 1].map((quantile): ReturnType<ReadGauges>[number] => [
      "awning_event_loop_lag_seconds",
      { program: "storefront", quantile: String(quantile) },
      Math.max(0, delay.percentile(quantile * 100) / 1e9 - LOOK_MS / 1000),
    ]);
    delay.reset();
    return rows;
  };
  return {
    count,
    addGauges: (read: ReadGauges) => void gauges.push(read),
    watch: (res: ServerResponse) =>
      void res.once("finish", () =>
        count("awning_requests_total", { status: `${Math.floor(res.statusCode / 100)}xx` }),
      ),
    /** All metrics as text. `more` continues the last block (event loop lag) with another program's lines. */
    render(more: string) {
      const rows = [...gauges, readLag].flatMap((read) => read());
      const lines = [...counters, ...rows.map(([name, labels, value]) => [keyOf(name, labels), value] as const)];
      const named = Map.groupBy(lines, ([key]) => key.split("{")[0]!);
      const blocks = [...named].map(([name, rows]) => {
        const type = name.endsWith("_total") ? "counter" : "gauge";
        return [`# TYPE ${name} ${type}`, ...rows.map(([key, value]) => `${key} ${value}`)].join("\n");
      });
      return `${blocks.join("\n")}\n${more}`;
    },
  };
}

function keyOf(name: string, labels: Labels) {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(",")}}`;
}

/** Answers GET /metrics on a port of its own. `readApi` returns the API's lines. */
export const answerMetrics =
  (metrics: Metrics, readApi: () => Promise<string>): RequestListener =>
  async (req, res) => {
    const isAsked = req.method === "GET" && req.url === "/metrics";
    const text = isAsked ? metrics.render(await readApi()) : "Not found.\n";
    res.writeHead(isAsked ? 200 : 404, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
    res.end(text);
  };
