import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Fault } from "../../../simulators/wire/faults.ts";
import { type GatewayApi, startGatewayApi } from "../../helpers/gateways/gateway-api.ts";
import { GATEWAYS } from "../../helpers/gateways/simulated-gateway.ts";

// Each call to each gateway fails in each way: the shopper reads a clear answer, another try works, nothing is paid twice, and the
// gateway's books equal ours.

const UNAVAILABLE = "Payment is not available at the moment. Please try again.";

type How = Fault | "refused";
const FAULTS: How[] = [
  ...(["refused", "cut", "cut after commit", "wrong shape", "not JSON", "numbers as strings"] as const),
  ...(["status 500", "status 429", "status 401"] as const),
];
const SLOW: How[] = ["hang", "hang after commit"];

type CallName = "create" | "status" | "refund" | "refundStatus";

/** Fails the next such call, while `run` runs. */
async function failing(shop: GatewayApi, call: string, how: How, run: () => Promise<void>) {
  if (how !== "refused") {
    shop.simulator.failNext({ call, how });
    return run();
  }
  await shop.goDown();
  await run().finally(() => shop.comeBack());
}

async function placed(shop: GatewayApi) {
  const answer = await shop.order(await shop.buyer())();
  expect(answer.status).toBe(201);
  return answer.body.orderId as string;
}

const PLAYS: Record<CallName | "token", (shop: GatewayApi, how: How) => Promise<void>> = {
  async create(shop, how) {
    await create(shop, shop.simulated.calls.create, how);
  },

  /** Only PhonePe has tokens. */
  async token(shop, how) {
    if (!("revokeTokens" in shop.simulator)) return;
    shop.simulator.revokeTokens();
    await create(shop, "token", how);
  },

  async status(shop, how) {
    const orderId = await placed(shop);
    shop.simulator.webhooks.hold();
    shop.simulator.pay(await shop.shown(orderId));
    shop.simulator.webhooks.drop();
    await failing(shop, shop.simulated.calls.status, how, () => shop.pass(0.5));
    expect(["pending", "completed"]).toContain(await shop.statusOf(orderId));
    await shop.pass(1, 2);
    expect(await shop.statusOf(orderId)).toBe("completed");
  },

  async refund(shop, how) {
    const orderId = await placed(shop);
    shop.simulator.pay(await shop.shown(orderId), { twice: true });
    await shop.notified();
    await failing(shop, shop.simulated.calls.refund, how, () => shop.pass(0));
    await shop.pass(2, 4, 8);
    await returned(shop, orderId);
  },

  async refundStatus(shop, how) {
    const orderId = await placed(shop);
    shop.simulator.pay(await shop.shown(orderId), { twice: true });
    await shop.notified();
    await shop.pass(0);
    await failing(shop, shop.simulated.calls.refundStatus, how, () => shop.pass(2));
    await shop.pass(4, 8);
    await returned(shop, orderId);
  },
};

async function create(shop: GatewayApi, call: string, how: How) {
  const ask = shop.order(await shop.buyer());
  let answer: Awaited<ReturnType<typeof ask>>;
  await failing(shop, call, how, async () => void (answer = await ask()));
  if (answer!.status !== 201) expect([answer!.status, answer!.body.detail]).toEqual([503, UNAVAILABLE]);
  const again = await ask();
  expect([again.status, again.body.orderLink ?? again.body.detail]).toEqual([
    200,
    expect.stringMatching(/^(http|upi)/),
  ]);
  shop.simulator.pay(await shop.shown(again.body.orderId));
  await shop.notified();
  expect(await shop.statusOf(again.body.orderId)).toBe("completed");
}

/** The second payment goes back once, and the first stays. */
async function returned(shop: GatewayApi, orderId: string) {
  expect(await shop.statusOf(orderId)).toBe("completed");
  const { refunds } = shop.simulated.books();
  for (const { refundId, state } of refunds) if (state === "pending") shop.simulator.settleRefund(refundId!, "done");
  // PhonePe's notifications prove too little, so the shop asks.
  await shop.pass(30, 60);
}

const CALLS = Object.keys(PLAYS) as (keyof typeof PLAYS)[];

describe.each(GATEWAYS)("%s", (gateway) => {
  let shop: GatewayApi;
  beforeAll(async () => {
    shop = await startGatewayApi(gateway);
  });
  afterAll(() => shop.close());

  const cases = CALLS.filter((call) => call !== "token" || gateway === "phonepe").flatMap((call) =>
    FAULTS.map((how) => [call, how] as const),
  );
  test.each(cases)("%s: %s", async (call, how) => {
    await PLAYS[call](shop, how);
    expect(await shop.differences()).toEqual([]);
    expect(shop.api.logged.filter((line) => line.includes("work in the background failed"))).toEqual([]);
  });
});

test("slow beyond the deadline, each call of each gateway", async () => {
  const cases = GATEWAYS.flatMap((gateway) => CALLS.flatMap((call) => SLOW.map((how) => ({ gateway, call, how }))));
  await Promise.all(
    cases.map(async ({ gateway, call, how }) => {
      const shop = await startGatewayApi(gateway, { cards: 4 });
      try {
        await PLAYS[call](shop, how);
        expect(await shop.differences()).toEqual([]);
      } catch (error) {
        throw new Error(`${gateway}, ${call}: ${how}`, { cause: error });
      } finally {
        await shop.close();
      }
    }),
  );
});
