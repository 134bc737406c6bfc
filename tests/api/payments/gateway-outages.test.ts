import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { closeRefundsOfOrder } from "../../../api/refunds/close-refunds.ts";
import { sendRefundsOfOrder } from "../../../api/refunds/send-refunds.ts";
import { sellAnew } from "../../helpers/api/test-orders.ts";
import { type GatewayApi, startGatewayApi } from "../../helpers/gateways/gateway-api.ts";
import { GATEWAYS } from "../../helpers/gateways/simulated-gateway.ts";

// A gateway that is down for an hour, and refunds that fail at the bank after two days.

describe.each(GATEWAYS)("%s", (gateway) => {
  let shop: GatewayApi;
  beforeAll(async () => {
    shop = await startGatewayApi(gateway);
  });
  // Amounts that are not the order's stop the brand after two shoppers.
  beforeEach(() => sellAnew(shop.api));
  afterAll(() => shop.close());

  const refundsAtGateway = () => shop.simulated.books().refunds;

  async function place() {
    const token = await shop.shopper();
    const again = shop.order(token);
    const { body } = await again();
    return { token, again, orderId: body.orderId as string };
  }

  /** Pays, and the notification gets lost. */
  async function payUnheard(orderId: string, options = {}) {
    shop.simulator.webhooks.hold();
    shop.simulator.pay(await shop.shown(orderId), options);
    shop.simulator.webhooks.drop();
  }

  const historyOf = async (token: string) =>
    (await shop.api.request("GET", "/order-history/", { token })).body as { id: string; status: string }[];

  test("down for an hour: who has paid gets the cards, who has not may try again, and refunds wait", async () => {
    const [paid, unpaid, double] = [await place(), await place(), await place()];
    shop.simulator.pay(await shop.shown(double.orderId), { twice: true });
    await shop.notified();
    await payUnheard(paid.orderId);
    await shop.goDown();

    for (let minute = 0; minute < 60; minute += 5) {
      await shop.pass(5);
      const answer = await shop.order(await shop.buyer())();
      expect([answer.status, answer.body.detail]).toEqual([
        503,
        expect.stringContaining("not available at the moment"),
      ]);
    }
    // Nobody knows yet that it was paid.
    expect([await shop.statusOf(paid.orderId), await shop.statusOf(unpaid.orderId)]).toEqual(["expired", "expired"]);
    expect(refundsAtGateway()).toEqual([]);

    await shop.comeBack();
    await shop.pass(30, 60, 120, 240);
    expect(await shop.statusOf(paid.orderId)).toBe("completed");
    expect(await shop.statusOf(unpaid.orderId)).toBe("expired");
    expect(refundsAtGateway()).toMatchObject([{ amount: 100_000, state: "pending" }]);
    shop.simulator.settleRefund(refundsAtGateway()[0]!.refundId!, "done");
    await shop.pass(60);
    expect(await shop.differences()).toEqual([]);
  });

  test("an offer's discount is a smaller amount than the order's: it is refused, and what was paid goes back", async () => {
    const { orderId } = await place();
    const before = refundsAtGateway().length;
    shop.simulator.pay(await shop.shown(orderId), { discount: 10_000 });
    await shop.notified();
    await shop.pass(0);
    expect([await shop.statusOf(orderId), await shop.vouchersOf(orderId)]).toEqual(["refund_due", 0]);
    expect(refundsAtGateway().slice(before)).toMatchObject([{ amount: 90_000, state: "pending" }]);
    shop.simulator.settleRefund(refundsAtGateway().at(-1)!.refundId!, "done");
    await shop.pass(60);
    expect(await shop.differences()).toEqual([]);
  });

  test.each(["sent again", "paid by hand"])("a refund that fails after two days is owed again, and %s", async (how) => {
    const { orderId, token } = await place();
    shop.simulator.pay(await shop.shown(orderId), { amount: 90_000 });
    await shop.notified();
    await shop.pass(0);
    expect((await historyOf(token)).map(({ status }) => status)).toEqual(["Refund due"]);
    await shop.pass(1_440, 1_440);
    shop.simulator.settleRefund(refundsAtGateway().at(-1)!.refundId!, "failed");
    await shop.notified();
    await shop.pass(1_440);
    expect(await shop.owed(orderId)).toEqual({ states: ["failed"], isSent: false });

    const { length } = refundsAtGateway();
    const isSent = how === "sent again";
    expect(await (isSent ? sendRefundsOfOrder : closeRefundsOfOrder)(shop.api.shop(), orderId)).toHaveLength(1);
    if (isSent) shop.simulator.settleRefund(refundsAtGateway().at(-1)!.refundId!, "done");
    await shop.pass(60, 1_440, 1_440);
    expect(refundsAtGateway().length).toBe(length + (isSent ? 1 : 0));
    expect(await shop.owed(orderId)).toEqual({ states: ["failed", "done"], isSent: true });
    expect(await shop.differences()).toEqual([]);
  });
});
