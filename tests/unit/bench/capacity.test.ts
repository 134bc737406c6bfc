import { expect, test } from "vitest";

import { costOfVisit, needs, NOTHING, peakVisitsPerSecond } from "../../../bench/capacity/model.ts";
import { runOpenLoop } from "../../../bench/capacity/open-loop.ts";
import { ORDERS_PER_VISIT, STEPS, timesIn } from "../../../bench/capacity/visits.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

test("many visits together make each step as often as the mean, except for the login of a first visit", () => {
  for (const step of STEPS.filter(({ name }) => name !== "login")) {
    let times = 0;
    for (let visit = 0; visit < 1_000; visit++) times += timesIn(visit, step);
    expect([step.name, times]).toEqual([step.name, Math.round(step.perVisit * 1_000)]);
  }
});

test("a visit with an order also fills the cart", () => {
  const [cart, order] = ["into the cart, and the cart page", "order placed, and the payment screen"].map((name) =>
    STEPS.find((step) => step.name === name)!,
  );
  const paying = Array.from({ length: 1_000 }, (_, visit) => visit).filter((visit) => timesIn(visit, order!) > 0);
  expect(paying).toHaveLength(1_000 * ORDERS_PER_VISIT);
  for (const visit of paying) expect(timesIn(visit, cart!)).toBe(1);
});

test("visits at a rate begin without waiting for those before them", async () => {
  const begun: number[] = [];
  const { errors } = await runOpenLoop(20, 1_000, async (index) => {
    begun.push(index);
    await waitUntil(() => begun.length === 20);
    if (index === 3) throw new Error("out of stock");
  });
  expect(begun).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(errors).toEqual([new Error("out of stock")]);
});

test("a visit costs the sum of its steps, and a step without a measurement is an error", () => {
  const steps = [
    { name: "look", perVisit: 2 },
    { name: "buy", perVisit: 0.1 },
  ];
  const costs = { look: { ...NOTHING, api: 500 }, buy: { ...NOTHING, api: 20_000, logBytes: 100 } };
  expect(costOfVisit(steps, costs)).toEqual({ ...NOTHING, api: 3_000, logBytes: 10 });
  expect(() => costOfVisit([...steps, { name: "gaze", perVisit: 1 }], costs)).toThrow("gaze was not measured");
});

test("cores handle the busiest minute at half of their capacity, with one spare replica", () => {
  const visit = { ...NOTHING, storefront: 29_000, api: 14_000 };
  const all = needs({ visit, storefrontBytes: 2 ** 28, apiBytes: 2 ** 28, bytesPerOrder: 0, ordersPerVisit: 0.1 });
  const valueOf = (what: string) => all.find((need) => need.what === what)!.value;
  expect(peakVisitsPerSecond()).toBeCloseTo(66.67, 1);
  expect(valueOf("storefront: cores")).toBeCloseTo(3.87, 2);
  expect(valueOf("api: cores")).toBeCloseTo(1.87, 2);
  expect(valueOf("storefront: memory")).toBe(5 * 0.25);
  // Of three APIs and two workers, each with a pool of ten and a connection for its sign of life.
  expect(valueOf("database: connections")).toBe(55);
  expect(valueOf("worker: memory")).toBe(2 * 0.25);
  expect(valueOf("money, at the assumed prices")).toBe((5 + 3 + 2) * 30);
});
