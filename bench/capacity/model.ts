/**
 * Mean cost of one step: CPU time in µs by program, the bytes that the storefront sends, and the bytes and disk flushes of
 * PostgreSQL's log.
 */
export type Cost = {
  storefront: number;
  api: number;
  database: number;
  sentBytes: number;
  logBytes: number;
  logFlushes: number;
};

/** The programs whose CPU time a cost counts. */
export const PROGRAMS = ["storefront", "api", "database"] as const;

/** CPU time of all programs together, in µs. */
export const cpuOf = (cost: Cost) => PROGRAMS.reduce((sum, program) => sum + cost[program], 0);

export const NOTHING: Cost = { storefront: 0, api: 0, database: 0, sentBytes: 0, logBytes: 0, logFlushes: 0 };

/** One kind of request, or a few that belong together, and its average number per visit. */
export type Step = { name: string; perVisit: number };

/**
 * A day of a large loyalty shop: nearly everybody arrives signed in, looks around, and one in ten buys. These are assumptions:
 * replace them by your own numbers to change the table.
 */
const DAY = {
  visits: 1_000_000,
  /** The share of daily visits in the busiest hour. */
  busiestHour: 0.12,
  /** The visits in the busiest minute of that hour, relative to the mean minute. */
  busiestMinute: 2,
  /** The used share of a core. The rest is reserve for a lost replica or a burst. */
  utilisation: 0.5,
} as const;

/** Assumed list prices in US dollars a month, for orientation: a core with 4 GB, a GB of disk, a GB sent. */
const PRICES = { core: 30, diskGb: 0.15, sentGb: 0.05 } as const;

/** One does the background work; the other is its reserve. */
const WORKERS = 2;
/** The connections of an API or a worker to a server (docs/operating.md, "Connections to PostgreSQL"). */
const CONNECTIONS = 11;

const SECONDS_A_DAY = 86_400;
const DAYS_A_MONTH = 30;
const RETAINED_DAYS = 365;

/** Visits a second in the busiest minute of the day. */
export const peakVisitsPerSecond = (day: typeof DAY = DAY) =>
  (day.visits * day.busiestHour * day.busiestMinute) / 3_600;

/** The cost of a mean visit: the sum of the steps' costs, each times its number per visit. */
export function costOfVisit(steps: Step[], costs: Record<string, Cost>): Cost {
  const total = { ...NOTHING };
  for (const { name, perVisit } of steps) {
    const cost = costs[name];
    if (cost === undefined) throw new Error(`${name} was not measured`);
    for (const key of Object.keys(total) as (keyof Cost)[]) total[key] += perVisit * cost[key];
  }
  return total;
}

export type Need = { what: string; value: number; unit: string; arithmetic: string };

type Measured = {
  visit: Cost;
  /** Resident bytes of one replica. */
  storefrontBytes: number;
  apiBytes: number;
  /** The database's growth for each order. */
  bytesPerOrder: number;
  ordersPerVisit: number;
};

/** The needs of the day, each with its arithmetic. */
export function needs({ visit, storefrontBytes, apiBytes, bytesPerOrder, ordersPerVisit }: Measured): Need[] {
  const peak = peakVisitsPerSecond();
  const cores = (cpuMicros: number) => (peak * cpuMicros) / 1e6 / DAY.utilisation;
  const coresNeed = (program: "storefront" | "api" | "database"): Need => ({
    what: `${program}: cores`,
    value: cores(visit[program]),
    unit: "",
    arithmetic: `${round(peak)} visits/s × ${round(visit[program] / 1e3)} ms ÷ ${DAY.utilisation}`,
  });
  // A Node process serves on one core. One more replica is the reserve for a lost one.
  const replicas = (program: "storefront" | "api") => Math.ceil(cores(visit[program])) + 1;
  const clients = replicas("api") + WORKERS;
  const memory = (program: "storefront" | "api", bytes: number): Need => ({
    what: `${program}: memory`,
    value: (replicas(program) * bytes) / 2 ** 30,
    unit: "GB",
    arithmetic: `${replicas(program)} replicas × ${round(bytes / 2 ** 20)} MB`,
  });
  const orders = DAY.visits * ordersPerVisit;
  const diskGb = (orders * RETAINED_DAYS * bytesPerOrder) / 2 ** 30;
  const sentGb = (DAY.visits * DAYS_A_MONTH * visit.sentBytes) / 2 ** 30;
  const allCores = replicas("storefront") + replicas("api") + WORKERS + Math.ceil(cores(visit.database)) * 2;
  return [
    coresNeed("storefront"),
    coresNeed("api"),
    coresNeed("database"),
    memory("storefront", storefrontBytes),
    memory("api", apiBytes),
    {
      what: "worker: memory",
      value: (WORKERS * apiBytes) / 2 ** 30,
      unit: "GB",
      arithmetic: `${WORKERS} workers, each at most as large as an API; their time is counted in the API's`,
    },
    {
      what: "database: connections",
      value: clients * CONNECTIONS,
      unit: "",
      arithmetic: `(${replicas("api")} APIs + ${WORKERS} workers) × ${CONNECTIONS}, for any number of brands`,
    },
    {
      what: "database: flushes to the disk in the busiest second",
      value: peak * visit.logFlushes,
      unit: "/s",
      arithmetic: `${round(peak)} visits/s × ${round(visit.logFlushes)}, less where commits share one`,
    },
    {
      what: "database: log written in the busiest second",
      value: (peak * visit.logBytes) / 2 ** 20,
      unit: "MB/s",
      arithmetic: `${round(peak)} visits/s × ${round(visit.logBytes / 1024)} KB`,
    },
    {
      what: "database: growth in a year",
      value: diskGb,
      unit: "GB",
      arithmetic: `${orders} orders/day × ${RETAINED_DAYS} days × ${round(bytesPerOrder / 1024)} KB`,
    },
    {
      what: "sent in a month, without a cache in front",
      value: sentGb,
      unit: "GB",
      arithmetic: `${DAY.visits} visits/day × ${DAYS_A_MONTH} days × ${round(visit.sentBytes / 1024)} KB`,
    },
    {
      what: "mean load over the day against the busiest minute",
      value: DAY.visits / SECONDS_A_DAY / peak,
      unit: "×",
      arithmetic: `${round(DAY.visits / SECONDS_A_DAY)} of ${round(peak)} visits/s`,
    },
    {
      what: "money, at the assumed prices",
      value: allCores * PRICES.core + diskGb * PRICES.diskGb + sentGb * PRICES.sentGb,
      unit: "$ a month",
      arithmetic: `${allCores} cores (workers and a standby of the database among them) × $${PRICES.core} + disk + traffic`,
    },
  ];
}

export const round = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

/** The cost of each step as a table in Markdown. */
export function formatCosts(steps: Step[], costs: Record<string, Cost>): string {
  const visit = costOfVisit(steps, costs);
  const cells = ({ storefront, api, database, sentBytes, logBytes, logFlushes }: Cost) =>
    [storefront / 1e3, api / 1e3, database / 1e3, sentBytes / 1024, logBytes / 1024, logFlushes].map(round);
  return formatTable(
    ["step", "a visit", "storefront, ms", "API, ms", "database, ms", "sent, KB", "log, KB", "flushes"],
    [
      ...steps.map(({ name, perVisit }) => [name, perVisit, ...cells(costs[name]!)]),
      ["**a mean visit**", "", ...cells(visit)],
    ],
  );
}

/** The needs of the day as a table in Markdown. */
export const formatNeeds = (all: Need[]): string =>
  formatTable(
    ["what", "needed", "arithmetic"],
    all.map(({ what, value, unit, arithmetic }) => [what, `${round(value)} ${unit}`.trim(), arithmetic]),
  );

const formatTable = (head: string[], rows: (string | number)[][]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
