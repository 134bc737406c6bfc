import { expect, test } from "vitest";

import { FairQueue } from "../../../../api/concurrency/fair-queue.ts";

/** A queue whose tasks end one by one, in the order in which they begin. */
function createSlow(bounds: { concurrent: number; waiting: number; waitingPerNet: number }) {
  const queue = new FairQueue(bounds);
  const begun: string[] = [];
  const refused: string[] = [];
  const gates: (() => void)[] = [];
  const ask = (brand: string, net: string) => {
    const task = async () => {
      begun.push(`${brand} ${net}`);
      await new Promise<void>((end) => gates.push(end));
    };
    void queue.run({ brand, net }, task).catch(({ status }) => refused.push(`${status} ${brand} ${net}`));
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endAll = async () => {
    for (await settle(); gates.length > 0; await settle()) gates.shift()!();
  };
  return { ask, begun, refused, settle, endAll };
}

const times = (count: number, run: () => void) => Array.from({ length: count }, run);

test("runs few at once, lets some wait and refuses the rest with 429 [AUTH-04]", async () => {
  const { ask, begun, refused, settle, endAll } = createSlow({ concurrent: 2, waiting: 10, waitingPerNet: 3 });
  times(10, () => ask("acme", "a"));
  await settle();
  expect(begun).toHaveLength(2);
  expect(refused).toEqual(Array(5).fill("429 acme a"));
  await endAll();
  expect(begun).toHaveLength(5);
  times(2, () => ask("acme", "a")); // its places are free again
  await settle();
  expect(begun).toHaveLength(7);
});

test("lets brands take turns, and the networks of a brand", async () => {
  const { ask, begun, endAll } = createSlow({ concurrent: 1, waiting: 100, waitingPerNet: 100 });
  times(5, () => ask("acme", "flood"));
  ask("acme", "owner");
  times(3, () => ask("globex", "other"));
  await endAll();
  expect(begun).toEqual([
    "acme flood",
    "acme flood",
    "globex other",
    "acme owner",
    "globex other",
    "acme flood",
    "globex other",
    "acme flood",
    "acme flood",
  ]);
});

test("in a full queue, a call of another brand or network replaces the last call of the longest queue", async () => {
  const { ask, begun, refused, settle, endAll } = createSlow({ concurrent: 1, waiting: 6, waitingPerNet: 6 });
  times(7, () => ask("acme", "flood"));
  ask("globex", "owner");
  ask("acme", "owner");
  await settle();
  expect(refused).toEqual(["429 acme flood", "429 acme flood"]);
  ask("acme", "flood");
  await settle();
  expect(refused).toHaveLength(3);
  await endAll();
  expect(begun.slice(0, 4)).toEqual(["acme flood", "acme flood", "globex owner", "acme owner"]);
});

test("continues after a task that fails", async () => {
  const queue = new FairQueue({ concurrent: 1, waiting: 1, waitingPerNet: 1 });
  const caller = { brand: "acme", net: "a" };
  const failing = queue.run(caller, () => Promise.reject(new Error("no memory")));
  const next = queue.run(caller, async () => "done");
  await expect(failing).rejects.toThrow("no memory");
  expect(await next).toBe("done");
});
