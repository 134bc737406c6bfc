import { describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import type { TenantDatabase } from "../../../api/db/database.ts";
import { startTestApi } from "../../helpers/api/test-api.ts";
import { coinsOf, createShopper, newOrderNumber, place, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

// What one shopper, one network or one brand asks for in great numbers is bounded, so that it does not hold up others.

const BUSY = "Too many requests. Please try again in a moment.";
const COUNT = 20;

/** Databases whose transactions of one shopper wait until `release`. */
function createHold() {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const held = { userId: "" };
  const wrapDatabase = (db: TenantDatabase): TenantDatabase => ({
    ...db,
    async transaction(fn, queueKey) {
      if (queueKey === held.userId) await promise;
      return db.transaction(fn, queueKey);
    },
  });
  return { held, release, wrapDatabase };
}

describe.each(engines)("one shopper's orders at once on %s", (engine) => {
  test.each([
    { most: 5, refused: 15 },
    { most: COUNT, refused: 0 },
  ])("with $most that may wait, $refused of 20 are refused, and the coins are held once", async ({ most, refused }) => {
    const { held, release, wrapDatabase } = createHold();
    const api = await startTestApi(engine, { limits: { changesPerShopper: most }, wrapDatabase });
    await stockUp(api, 10);
    const [busy, other] = [await createShopper(api, { coins: 500 }), await createShopper(api)];
    held.userId = busy.userId;
    const order = () => ({ amount: 900, coins_used: 100, order_number: newOrderNumber() });
    const orders = Array.from({ length: COUNT }, order);
    const late: Awaited<ReturnType<typeof place>>[] = [];
    const burst = orders.map(async (one) => {
      const answer = await place(api, busy.token, one);
      if (answer.status === 429) late.push(answer);
      return answer.status;
    });
    await expect.poll(() => late.length).toBe(refused);
    // Reading goes on, and nobody else is refused or waits.
    expect((await api.request("GET", "/cart/", { token: busy.token })).status).toBe(200);
    expect((await placeOne(api, other.token)).orderId).toBeTruthy();
    release();
    const statuses = await Promise.all(burst);
    expect(statuses.filter((status) => status === 201)).toHaveLength(COUNT - refused);
    expect(late).toHaveLength(refused);
    for (const { body, headers } of late) expect([body.detail, headers.get("retry-after")]).toEqual([BUSY, "2"]);
    expect(await coinsOf(api, busy.token)).toBe(400);
    // What was refused can be sent again as it is.
    expect((await place(api, busy.token, orders[statuses.indexOf(429)] ?? order())).status).toBe(201);
    expect(await coinsOf(api, busy.token)).toBe(400);
    expect(await auditLedger(api.shop())).toEqual([]);
    await api.close();
  });
});

describe("logins at once", () => {
  const flood = async (hashes: { concurrent: number; waiting: number; waitingPerNet: number }) => {
    const api = await startTestApi("sqlite", { limits: { hashes }, hashesInThreads: true });
    const [acme, globex] = [await api.signUp(), await api.signUp({ tenant: "globex" })];
    const guesses = Array.from({ length: COUNT }, () => api.login(`nobody-${Math.random()}@example.test`));
    await Promise.race(guesses);
    const owner = await api.login(globex.email, undefined, { tenant: "globex" });
    const answers = await Promise.all(guesses);
    const after = await api.login(acme.email);
    await api.close();
    return { owner: owner.status, answers, after: after.status };
  };

  test("beyond those that may wait are refused for the moment; another brand's is not, and later none is", async () => {
    const { owner, answers, after } = await flood({ concurrent: 1, waiting: 4, waitingPerNet: 4 });
    const late = answers.filter(({ status }) => status === 429);
    expect(late.length).toBeGreaterThan(0);
    for (const { body, headers } of late) expect([body.detail, headers.get("retry-after")]).toEqual([BUSY, "2"]);
    expect([owner, after]).toEqual([200, 200]);
  });

  test("are all checked where there is room", async () => {
    const { owner, answers, after } = await flood({ concurrent: 1, waiting: COUNT, waitingPerNet: COUNT });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect([owner, after]).toEqual([200, 200]);
  });
});
