import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";

import { freePort } from "../tests/helpers/http/free-port.ts";
import { withBrand } from "./brand.ts";
import { createBrand, fill, PASSWORD } from "./capacity/brands.ts";
import { cpuMicrosOf, meterPostgres, readLog, sizeOf } from "./capacity/meters.ts";
import { type Cost, costOfVisit, formatCosts, formatNeeds, needs, NOTHING, round } from "./capacity/model.ts";
import { runOpenLoop } from "./capacity/open-loop.ts";
import { createShopper, doVisit, meanOf, ORDERS_PER_VISIT, type Shopper, STEPS } from "./capacity/visits.ts";
import { onPostgres } from "./databases.ts";
import { childOf, Program, residentBytesOf, STOREFRONT } from "./program.ts";
import { SECRET } from "./shop.ts";
import type { Row } from "./table.ts";

/** Shoppers in each of the three parts: single steps, whole visits, and visits at a rate. */
const SHOPPERS = Number(process.env.N ?? 150);
/** The number of requests by which a step is measured, if it can be repeated. */
const REPEATED = 4 * SHOPPERS;
const AT_ONCE = 4;
/** The brands of the visits at a rate. The other parts use the first one. */
const BRANDS = ["aurora", "birch", "cedar", "maple"];
/** The rate is chosen so that, by the table, all programs together need this share of a core. */
const CORES = 0.5;
const MOST_SECONDS = 120;
/** Enough for the codes, coins and mail of the last orders. */
const AFTERMATH_MS = 5_000;

/**
 * Measures the cost of each step of a visit for the storefront, the API and PostgreSQL. It derives the needs of a million
 * shoppers a day. Then it compares the cost of whole visits, in parallel and at a rate, with the sum of their steps. It prints
 * the tables of docs/capacity.md. PostgreSQL counts its log for all databases, so nothing else may write during the measurement.
 */
export const capacity = () =>
  onPostgres(async (url) => {
    const folder = mkdtempSync(join(tmpdir(), "awning-bench-"));
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return await measure(folder, url, client);
    } finally {
      await client.end();
      rmSync(folder, { recursive: true, force: true });
    }
  });

async function measure(folder: string, url: string, client: Client): Promise<Row[]> {
  const values = {
    DATA_DIR: join(folder, "data"),
    TENANTS_DIR: join(folder, "tenants"),
    DATA_KEY: randomBytes(32).toString("base64"),
    COMMERCE_API_PORT: String(await freePort()),
    DATABASE_URL: url,
    SESSION_SECRET: SECRET,
    LOG_LEVEL: "info",
  };
  for (const id of BRANDS) createBrand(values.TENANTS_DIR, id);
  const emails: Record<string, string[]> = {};
  for (const id of BRANDS) {
    const count = Math.ceil(SHOPPERS / BRANDS.length) + 1 + (id === BRANDS[0] ? 2 * SHOPPERS : 0);
    emails[id] = await withBrand(values, (shop) => fill(shop, count), id);
  }

  await using program = await Program.start(STOREFRONT, { env: values, host: "aurora.localhost", core: null });
  const apiPid = childOf(program.pid);
  const database = new URL(url).pathname.slice(1);
  using postgres = meterPostgres(database);
  const all: Shopper[] = [];
  const take = (id: string, count: number) => {
    const origin = `http://${id}.localhost:${program.port}`;
    const taken = emails[id]!.splice(0, count).map((email) => createShopper(origin, email, PASSWORD));
    all.push(...taken);
    return taken;
  };
  const meter = createMeter(async () => ({
    storefront: cpuMicrosOf(program.pid),
    api: cpuMicrosOf(apiPid),
    database: postgres.cpuMicros(),
    sentBytes: all.reduce((total, { sentBytes }) => total + sentBytes, 0),
    ...(await readLog(client)),
  }));

  const sizeBefore = await sizeOf(client, database);
  const costs = await measureSteps(take(BRANDS[0]!, SHOPPERS), meter);
  const bytesPerOrder = ((await sizeOf(client, database)) - sizeBefore) / SHOPPERS;
  const { together, promised } = await measureVisits(take(BRANDS[0]!, SHOPPERS), meter, costs);
  for (const id of BRANDS) await doVisit(take(id, 1)[0]!, 0); // warms up
  const visitors = Array.from({ length: SHOPPERS }, (_, visit) => take(BRANDS[visit % BRANDS.length]!, 1)[0]!);
  const atRate = await measureRate(visitors, meter, costs);

  const needed = needs({
    visit: costOfVisit(STEPS, costs),
    storefrontBytes: residentBytesOf(program.pid),
    apiBytes: residentBytesOf(apiPid),
    bytesPerOrder,
    ordersPerVisit: ORDERS_PER_VISIT,
  });
  console.log(`${formatCosts(STEPS, costs)}\n\n${formatNeeds(needed)}\n`);
  const rows = PROGRAMS.map((program) => ({
    what: `${SHOPPERS} whole visits against the sum of their steps: CPU time, ${program}`,
    value: together[program] / promised[program],
    unit: "×",
    goal: 1.25,
    detail: `${round(together[program] / 1_000)} ms a visit, and ${round(promised[program] / 1_000)} ms by its steps`,
  }));
  return [...rows, ...atRate];
}

const PROGRAMS = ["storefront", "api", "database"] as const;

type Meter = ReturnType<typeof createMeter>;

/** Returns a meter, which runs `work` and waits for its background work. The meter returns the total cost. */
const createMeter =
  (read: () => Promise<Cost>) =>
  async (work: () => Promise<unknown>, hasAftermath = false): Promise<Cost> => {
    const before = await read();
    await work();
    if (hasAftermath) await new Promise((resolve) => setTimeout(resolve, AFTERMATH_MS));
    const after = await read();
    return map(NOTHING, (key) => after[key] - before[key]);
  };

async function measureSteps(shoppers: Shopper[], meter: Meter) {
  const costs: Record<string, Cost> = {};
  for (const { name, do: step, isOnce, hasAftermath } of STEPS) {
    const times = isOnce ? 1 : Math.ceil(REPEATED / shoppers.length);
    const work = () =>
      inTurns(shoppers, async (shopper) => {
        for (let time = 0; time < times; time++) await step(shopper);
      });
    if (!isOnce) await work(); // warms up
    const cost = await meter(work, hasAftermath);
    costs[name] = divide(cost, shoppers.length * times);
  }
  return costs;
}

/** Measures parallel visits of many shoppers. @returns the cost of a mean visit, and the sum of its steps' costs */
async function measureVisits(shoppers: Shopper[], meter: Meter, costs: Record<string, Cost>) {
  const together = divide(await meter(() => inTurns(shoppers, doVisit), true), shoppers.length);
  return { together, promised: costOfVisit(meanOf(shoppers.length), costs) };
}

/**
 * Makes visits to several brands at the rate that needs CORES by the costs of the steps. New visits begin even if earlier ones
 * take long.
 */
async function measureRate(visitors: Shopper[], meter: Meter, costs: Record<string, Cost>): Promise<Row[]> {
  const sumOf = (cost: Cost) => PROGRAMS.reduce((sum, program) => sum + cost[program], 0);
  const perSecond = (CORES * 1e6) / sumOf(costOfVisit(meanOf(visitors.length), costs));
  const count = Math.min(visitors.length, Math.floor(perSecond * MOST_SECONDS));
  const visit = (index: number) => doVisit(visitors[index]!, index);
  let run!: Awaited<ReturnType<typeof runOpenLoop>>;
  const cost = await meter(async () => void (run = await runOpenLoop(count, perSecond, visit)), true);
  const promised = costOfVisit(meanOf(count), costs);
  const cores = (micros: number) => round(micros / 1e6 / run.seconds);
  const took = visitors.flatMap(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(took.length * share)]!;
  const what = `${round(perSecond)} visits/s of ${BRANDS.length} brands`;
  if (run.errors.length > 0) console.error(run.errors[0]);
  return [
    ...PROGRAMS.map((program) => ({
      what: `${what}: share of a core against the table, ${program}`,
      value: cost[program] / count / promised[program],
      unit: "×",
      goal: 1.25,
      detail: `${cores(cost[program])} cores, and ${cores(promised[program] * count)} by the table`,
    })),
    {
      what: `${what}: p99 of the answers`,
      value: at(0.99),
      unit: "ms",
      goal: 500,
      detail: `p50 ${round(at(0.5))} ms; ${took.length} answers in ${round(run.seconds)} s; the load is on the same cores`,
    },
    { what: `${what}: visits that failed`, value: run.errors.length, unit: "", goal: 0, detail: `of ${count}` },
  ];
}

/** Runs `work` for four shoppers at a time. */
async function inTurns(shoppers: Shopper[], work: (shopper: Shopper, index: number) => Promise<void>) {
  const rest = shoppers.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, shopper] of rest) await work(shopper, index);
    }),
  );
}

const divide = (cost: Cost, by: number) => map(cost, (key) => cost[key] / by);

const map = (cost: Cost, to: (key: keyof Cost) => number): Cost =>
  Object.fromEntries(Object.keys(cost).map((key) => [key, to(key as keyof Cost)])) as Cost;
