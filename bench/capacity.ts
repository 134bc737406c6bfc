import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";

import { createUser } from "../api/repositories/users.ts";
import type { Shop } from "../api/shop.ts";
import { addVoucherStock } from "../tests/helpers/api/supply.ts";
import { withBrand } from "./brand.ts";
import { cpuMicrosOf, meterPostgres, readLog, sizeOf } from "./capacity/meters.ts";
import { type Cost, costOfVisit, formatCosts, formatNeeds, needs, NOTHING, round } from "./capacity/model.ts";
import { createShopper, ORDERS_PER_VISIT, type Shopper, STEPS, timesIn } from "./capacity/visits.ts";
import { onPostgres } from "./databases.ts";
import { childOf, freePort, Program, residentBytesOf, STOREFRONT } from "./program.ts";
import { SECRET } from "./shop.ts";
import type { Row } from "./table.ts";

/** Shoppers of each of the two parts: steps one by one, and whole visits. */
const SHOPPERS = Number(process.env.N ?? 150);
/** Requests over which a step is measured, where it can be repeated. */
const REPEATED = 600;
const AT_ONCE = 4;
const PRODUCT = 1;
const PASSWORD = "Gulmohar-7!";
/** Codes, coins and mail of the last orders are done by then. */
const AFTERMATH_MS = 5_000;
const DAY_MS = 86_400_000;

/**
 * What each step of a visit costs the storefront, the API and PostgreSQL, what a million shoppers a day need, and
 * whether whole visits cost what their steps promise. It prints the tables of docs/capacity.md. PostgreSQL counts its
 * log for all databases, so nothing else may write meanwhile.
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
  mkdirSync(values.TENANTS_DIR, { recursive: true });
  cpSync("tenants/aurora", join(values.TENANTS_DIR, "aurora"), { recursive: true });
  const emails = await withBrand(values, (shop) => fill(shop, 2 * SHOPPERS));

  await using program = await Program.start(STOREFRONT, { env: values, host: "aurora.localhost", core: null });
  const apiPid = childOf(program.pid);
  const database = new URL(url).pathname.slice(1);
  using postgres = meterPostgres(database);
  const shoppers = emails.map((email) => createShopper(`http://aurora.localhost:${program.port}`, email, PASSWORD));
  const meter = createMeter(async () => ({
    storefront: cpuMicrosOf(program.pid),
    api: cpuMicrosOf(apiPid),
    database: postgres.cpuMicros(),
    sentBytes: shoppers.reduce((total, { sentBytes }) => total + sentBytes, 0),
    ...(await readLog(client)),
  }));

  const sizeBefore = await sizeOf(client, database);
  const costs = await measureSteps(shoppers.slice(0, SHOPPERS), meter);
  const bytesPerOrder = ((await sizeOf(client, database)) - sizeBefore) / SHOPPERS;
  const { together, promised } = await measureVisits(shoppers.slice(SHOPPERS), meter, costs);

  const needed = needs({
    visit: costOfVisit(STEPS, costs),
    storefrontBytes: residentBytesOf(program.pid),
    apiBytes: residentBytesOf(apiPid),
    bytesPerOrder,
    ordersPerVisit: ORDERS_PER_VISIT,
  });
  console.log(`${formatCosts(STEPS, costs)}\n\n${formatNeeds(needed)}\n`);
  return (["storefront", "api", "database"] as const).map((program) => ({
    what: `${SHOPPERS} whole visits against the sum of their steps: CPU time, ${program}`,
    value: together[program] / promised[program],
    unit: "×",
    goal: 1.25,
    detail: `${round(together[program] / 1_000)} ms a visit, and ${round(promised[program] / 1_000)} ms by its steps`,
  }));
}

type Meter = ReturnType<typeof createMeter>;

/** Runs `work`, and waits for what it leaves to be done. @returns what it cost in all */
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

/** Whole visits of many shoppers side by side. @returns the mean visit's cost, and what the steps' costs promised */
async function measureVisits(shoppers: Shopper[], meter: Meter, costs: Record<string, Cost>) {
  const done = STEPS.map(({ name }) => ({ name, perVisit: 0 }));
  const visitAll = () =>
    inTurns(shoppers, async (shopper, visit) => {
      for (const [index, step] of STEPS.entries())
        for (let time = timesIn(visit, step); time > 0; time--) {
          await step.do(shopper);
          done[index]!.perVisit += 1 / shoppers.length;
        }
    });
  const together = divide(await meter(visitAll, true), shoppers.length);
  return { together, promised: costOfVisit(done, costs) };
}

/** Four shoppers at a time. */
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

/** Shoppers who have confirmed their address and share a password, and stock for an order of each. @returns their addresses */
async function fill(shop: Shop, count: number): Promise<string[]> {
  const now = Date.now();
  const passwordHash = await shop.passwords.hash(PASSWORD, "bench");
  const emails = Array.from({ length: count }, (_, index) => `shopper-${index}@bench.test`);
  for (const email of emails) {
    const person = { username: "Asha Rao", email, phone: "", passwordHash, isVerified: true };
    await shop.db.transaction((tx) => createUser(tx, { ...person, now: now - 30 * DAY_MS }));
  }
  const vouchers = emails.map((email) => {
    return { cardNumber: `BENCH-${email}`, pin: null, claimUrl: null, faceValue: null, expiresAt: null };
  });
  await addVoucherStock(shop, PRODUCT, vouchers);
  return emails;
}
