import { type Cost, NOTHING } from "./model.ts";
import type { Shopper, VisitStep } from "./visits.ts";

const AT_ONCE = 4;
/** Enough for the codes, coins and mail of the last orders. */
const AFTERMATH_MS = 5_000;

export type Meter = ReturnType<typeof createMeter>;

/** Returns a meter, which runs `work` and waits for its background work. The meter returns the total cost. */
export const createMeter =
  (read: () => Promise<Cost>) =>
  async (work: () => Promise<unknown>, hasAftermath = false): Promise<Cost> => {
    const before = await read();
    await work();
    if (hasAftermath) await new Promise((resolve) => setTimeout(resolve, AFTERMATH_MS));
    const after = await read();
    return map(NOTHING, (key) => after[key] - before[key]);
  };

/**
 * Takes the steps in their order, each by all shoppers. A step that can be repeated is warmed up, then taken `repeated` times.
 * @returns the mean cost of each step
 */
export async function measureSteps(steps: VisitStep[], shoppers: Shopper[], meter: Meter, repeated: number) {
  const costs: Record<string, Cost> = {};
  for (const { name, do: step, isOnce, hasAftermath } of steps) {
    const times = isOnce ? 1 : Math.ceil(repeated / shoppers.length);
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

/** Runs `work` for four shoppers at a time. */
export async function inTurns(shoppers: Shopper[], work: (shopper: Shopper, index: number) => Promise<void>) {
  const rest = shoppers.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, shopper] of rest) await work(shopper, index);
    }),
  );
}

export const divide = (cost: Cost, by: number) => map(cost, (key) => cost[key] / by);

const map = (cost: Cost, to: (key: keyof Cost) => number): Cost =>
  Object.fromEntries(Object.keys(cost).map((key) => [key, to(key as keyof Cost)])) as Cost;
