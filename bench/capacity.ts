import { type Deployment, onDeployment } from "./capacity/deployment.ts";
import { divide, inTurns, measureSteps, type Meter } from "./capacity/measure-steps.ts";
import { type Cost, costOfVisit, cpuOf, formatCosts, formatNeeds, needs, PROGRAMS, round } from "./capacity/model.ts";
import { runOpenLoop } from "./capacity/open-loop.ts";
import { doVisit, meanOf, ORDERS_PER_VISIT, type Shopper, STEPS } from "./capacity/visits.ts";
import type { Row } from "./table.ts";

/** Shoppers in each of the three parts: single steps, whole visits, and visits at a rate. */
const SHOPPERS = Number(process.env.N ?? 150);
/** The number of requests by which a step is measured, if it can be repeated. */
const REPEATED = 4 * SHOPPERS;
/** The brands of the visits at a rate. The other parts use the first one. */
const BRANDS = ["aurora", "birch", "cedar", "maple"];
const FIRST = "aurora";
/** The rate is chosen so that, by the table, all programs together need this share of a core. */
const CORES = 0.5;
const MOST_SECONDS = 120;

/**
 * Measures the cost of each step of a visit for the storefront, the API and PostgreSQL. It derives the needs of a million
 * shoppers a day. Then it compares the cost of whole visits, in parallel and at a rate, with the sum of their steps. It prints
 * the tables of docs/capacity.md. PostgreSQL counts its log for all databases, so nothing else may write during the measurement.
 */
export const capacity = () => onDeployment({ shoppers: Object.fromEntries(BRANDS.map(shoppersOf)) }, measure);

const shoppersOf = (id: string): [string, number] => [
  id,
  Math.ceil(SHOPPERS / BRANDS.length) + 1 + (id === FIRST ? 2 * SHOPPERS : 0),
];

async function measure({ take, meter, readSize, readMemory }: Deployment): Promise<Row[]> {
  const sizeBefore = await readSize();
  const costs = await measureSteps(STEPS, take(FIRST, SHOPPERS), meter, REPEATED);
  const bytesPerOrder = ((await readSize()) - sizeBefore) / SHOPPERS;
  const { together, promised } = await measureVisits(take(FIRST, SHOPPERS), meter, costs);
  for (const id of BRANDS) await doVisit(take(id, 1)[0]!, 0); // warms up
  const visitors = Array.from({ length: SHOPPERS }, (_, visit) => take(BRANDS[visit % BRANDS.length]!, 1)[0]!);
  const atRate = await measureRate(visitors, meter, costs);

  const memory = readMemory();
  const needed = needs({
    visit: costOfVisit(STEPS, costs),
    storefrontBytes: memory.storefront,
    apiBytes: memory.api,
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
  const perSecond = (CORES * 1e6) / cpuOf(costOfVisit(meanOf(visitors.length), costs));
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
