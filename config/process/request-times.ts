import type { Metric, Registry } from "prom-client";

/** In seconds; the last one is without end. */
const BOUNDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Infinity];
const OUTCOMES = ["2xx", "3xx", "4xx", "5xx", "aborted"] as const;
/** More routes than either program has. Further routes count as "other". */
const MAX_ROUTES = 150;

export type Outcome = (typeof OUTCOMES)[number];

/** `aborted`: the client left before the end of the answer. */
export const outcomeOf = (status: number, isComplete: boolean): Outcome =>
  !isComplete ? "aborted" : status < 300 ? "2xx" : status < 400 ? "3xx" : status < 500 ? "4xx" : "5xx";

type Series = { counts: number[]; sum: number };

/**
 * A histogram of answers by route ("GET /cart") and outcome. For each observation, prom-client's histogram builds and hashes a
 * key of all labels. That takes longer than all other measurements of a cached page. Here an observation is a map look-up and
 * three additions. At most 151 routes, each with 5 outcomes of 12 lines.
 */
export function createRequestTimes(registry: Registry, { name, help }: { name: string; help: string }) {
  const routes = new Map<string, (Series | undefined)[]>();

  function seriesOf(route: string): (Series | undefined)[] {
    const known = routes.get(route);
    if (known) return known;
    if (routes.size >= MAX_ROUTES && route !== "other") return seriesOf("other");
    const made: (Series | undefined)[] = [];
    routes.set(route, made);
    return made;
  }

  const get = async () => ({
    name,
    help,
    type: "histogram",
    aggregator: "sum",
    values: [...routes].flatMap(([route, series]) =>
      OUTCOMES.flatMap((status, at) => (series[at] ? writeSeries(name, toLabels(route, status), series[at]) : [])),
    ),
  });
  // The registry reads nothing but a metric's name and `get`.
  registry.registerMetric({ name, get } as unknown as Metric);

  return function observe(route: string, outcome: Outcome, seconds: number) {
    const series = seriesOf(route);
    const { counts } = (series[OUTCOMES.indexOf(outcome)] ??= { counts: BOUNDS.map(() => 0), sum: 0 });
    let bucket = 0;
    while (seconds > BOUNDS[bucket]!) bucket++;
    counts[bucket]!++;
    series[OUTCOMES.indexOf(outcome)]!.sum += seconds;
  };
}

function toLabels(what: string, status: Outcome) {
  const [method, route] = what.split(" ");
  return route === undefined ? { route: what, status } : { method, route, status };
}

/** As prom-client writes a histogram: each bucket counts those below it, too. */
function writeSeries(name: string, labels: ReturnType<typeof toLabels>, { counts, sum }: Series) {
  let total = 0;
  const buckets = counts.map((count, at) => ({
    labels: { le: BOUNDS[at] === Infinity ? "+Inf" : BOUNDS[at]!, ...labels },
    value: (total += count),
    metricName: `${name}_bucket`,
  }));
  return [
    ...buckets,
    { labels, value: sum, metricName: `${name}_sum` },
    { labels, value: total, metricName: `${name}_count` },
  ];
}
