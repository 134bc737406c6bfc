import { Agent, request } from "undici";

import type { Shop } from "../api/shop/shop.ts";
import { PASSWORD } from "./capacity/brands.ts";
import { type Deployment, onDeployment } from "./capacity/deployment.ts";
import { measureSteps } from "./capacity/measure-steps.ts";
import { cpuMicrosOf } from "./capacity/meters.ts";
import { type Cost, costOfVisit, cpuOf, formatCosts, PROGRAMS, round } from "./capacity/model.ts";
import { PRODUCT_SIGNED_OUT, type Shopper, STEPS, type VisitStep } from "./capacity/visits.ts";
import { Program } from "./program.ts";
import type { Row } from "./table.ts";

const SHOPPERS = Number(process.env.N ?? 150);
const REPEATED = 4 * SHOPPERS;
const BRAND = "aurora";
const HASHES = 20;

/** The signed-out product page first, because a shopper's steps depend on those before them. */
const ALL: VisitStep[] = [PRODUCT_SIGNED_OUT].concat(STEPS);

/** CPU time of all three programs together, in ms. */
const GOALS: Record<string, number> = {
  "home page, signed out, with style, scripts and pictures": 4,
  "home page, signed in": 1.2,
  "list of a category": 1.2,
  "product page, signed out": 0.2,
  "product page": 1.5,
  "into the cart, and the cart page": 8,
  "payment begun, notified, codes and mail sent": 26,
};
const VISIT_GOAL = 27;

/**
 * Measures the CPU time of the storefront, the API and PostgreSQL for each step of a mean visit, beside node:http that sends the
 * same bytes in as many answers. The hash of the password at the login is subtracted from the visit: it has to be slow.
 */
export async function visit(): Promise<Row[]> {
  let hashMicros = 0;
  const prepare = async (shop: Shop) => void (hashMicros = await measureHash(shop));
  return onDeployment({ shoppers: { [BRAND]: SHOPPERS + 1 }, prepare }, (deployment) =>
    measure(deployment, hashMicros),
  );
}

async function measureHash({ passwords }: Shop): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < HASHES; time++) await passwords.hash(PASSWORD, "bench");
  const { user, system } = process.cpuUsage(before);
  return (user + system) / HASHES;
}

async function measure({ take, meter }: Deployment, hashMicros: number): Promise<Row[]> {
  const sizes = await readSizes(take(BRAND, 1)[0]!);
  const costs = await measureSteps(ALL, take(BRAND, SHOPPERS), meter, REPEATED);
  const bare = await measureBare(sizes);
  console.log(`${formatCosts(ALL, costs)}\n`);

  const whole = costOfVisit(ALL, costs);
  const ofHash = STEPS.find(({ name }) => name === "login")!.perVisit * hashMicros;
  const bareVisit = ALL.reduce((sum, { name, perVisit }) => sum + perVisit * bare[name]!, 0);
  return [
    {
      what: "a mean visit, without the hash of its login",
      value: (cpuOf(whole) - ofHash) / 1e3,
      unit: "ms",
      goal: VISIT_GOAL,
      detail: `${describe(whole)}; the hash ${round(ofHash / 1e3)}; node:http ${round(bareVisit / 1e3)}`,
    },
    ...Object.entries(GOALS).map(([name, goal]) => ({
      what: name,
      value: cpuOf(costs[name]!) / 1e3,
      unit: "ms",
      goal,
      detail: `${describe(costs[name]!)}; node:http ${round(bare[name]! / 1e3)} for ${sizes[name]!.length} answers`,
    })),
  ];
}

const describe = (cost: Cost) => PROGRAMS.map((program) => `${program} ${round(cost[program] / 1e3)}`).join(", ");

/** The sizes of the answers to each step of one shopper. */
async function readSizes(shopper: Shopper) {
  const sizes: Record<string, number[]> = {};
  for (const { name, do: step } of ALL) {
    const before = shopper.sizes.length;
    await step(shopper);
    sizes[name] = shopper.sizes.slice(before);
  }
  return sizes;
}

/** CPU time in µs that node:http takes for the same answers. */
async function measureBare(sizes: Record<string, number[]>) {
  await using peer = await Program.start(["bench/peers/bytes.ts"], { path: "/1", core: null });
  const agent = new Agent();
  const send = async (all: number[]) => {
    for (const size of all)
      await request(`${peer.origin}/${size}`, { dispatcher: agent }).then(({ body }) => body.arrayBuffer());
  };
  const micros: Record<string, number> = {};
  for (const [name, all] of Object.entries(sizes)) {
    for (let time = 0; time < SHOPPERS; time++) await send(all);
    const before = cpuMicrosOf(peer.pid);
    for (let time = 0; time < SHOPPERS; time++) await send(all);
    micros[name] = (cpuMicrosOf(peer.pid) - before) / SHOPPERS;
  }
  await agent.close();
  return micros;
}
