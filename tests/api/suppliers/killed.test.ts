import { expect, test } from "vitest";

import { oneByDay } from "../../helpers/suite/nightly.ts";
import { killDuringPurchases } from "../../helpers/suppliers/killed-purchases.ts";
import { SUPPLIER_KINDS } from "../../helpers/suppliers/simulated-suppliers.ts";

/** The same moments and faults in each run (mulberry32). */
function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test.each(SUPPLIER_KINDS)("%s sells each order once while the API is killed", async (kind) => {
  const kills = oneByDay(4);
  const { orders, differences } = await killDuringPurchases({ kind, kills, random: seeded(7) });
  expect(orders).toBe(3 * kills);
  expect(differences).toEqual([]);
});
