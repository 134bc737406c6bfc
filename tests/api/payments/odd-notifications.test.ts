import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { Unreachable } from "../../../api/base/unreachable.ts";
import { requireRefund } from "../../../api/gateways/wire.ts";
import { getOrder, setReviewReason } from "../../../api/repositories/orders/orders.ts";
import { listDisputesOfOrder } from "../../../api/repositories/payments/disputes.ts";
import { findPaymentOfOrder, findReceivedPayment, toAttempt } from "../../../api/repositories/payments/payments.ts";
import { listWebhooks } from "../../../api/repositories/payments/webhooks.ts";
import { listRefundsOfOrder } from "../../../api/repositories/refunds/payment-refunds.ts";
import { signCashfree, signPhonePe, signRazorpay } from "../../../simulators/wire/signing.ts";
import { refuseOrder, releaseOrder } from "../../helpers/api/decide.ts";
import { CARD, outcomesOf, runWorker } from "../../helpers/api/test-orders.ts";
import { type GatewayApi, startGatewayApi } from "../../helpers/gateways/gateway-api.ts";
import { GATEWAYS } from "../../helpers/gateways/simulated-gateway.ts";

// Notifications that a gateway has signed, in a shape that nobody expects. An answer other than 200 would make it stop sending.

const SIGN = {
  razorpay: (body: string) => ({ "x-razorpay-signature": signRazorpay("hook-secret", body) }),
  cashfree: (body: string, now: number) => ({
    "x-webhook-timestamp": String(now),
    "x-webhook-signature": signCashfree("client-secret", String(now), body),
  }),
  phonepe: () => ({ authorization: signPhonePe("awning", "hook4words") }),
};

/** A known event that names no payment. */
const KNOWN = {
  razorpay: { event: "payment.captured", payload: {} },
  cashfree: { type: "PAYMENT_SUCCESS_WEBHOOK", data: {} },
  phonepe: { event: "checkout.order.completed", payload: {} },
};

type Vendor = keyof typeof SIGN;

/** Sends a notification, which is processed when this returns. */
async function sendTo(
  shop: GatewayApi,
  vendor: Vendor,
  body: string,
  headers: Record<string, string> = SIGN[vendor](body, shop.api.clock.now()),
) {
  const answer = await shop.api.request("POST", "/payment-notification", { body, headers });
  await shop.notified();
  return answer;
}

describe.each(GATEWAYS)("from %s, an odd notification", (gateway) => {
  let shop: GatewayApi;
  beforeAll(async () => {
    shop = await startGatewayApi(gateway);
  });
  afterEach(async () => expect(await shop.differences()).toEqual([]));
  afterAll(() => shop.close());

  const send = (body: string, headers?: Record<string, string>) => sendTo(shop, gateway, body, headers);
  const stored = () => listWebhooks(shop.api.shop().db.read, { limit: 100 });
  const place = async () => (await shop.order(await shop.buyer())()).body.orderId as string;

  test.each<[string, (id: string) => string]>([
    ["of unknown fields", (id) => JSON.stringify({ kind: "new", about: { ours: id, text: "é" } })],
    ["that is cut off", (id) => `{"payload":{"id":"${id}"`],
    ["whose event is known, with the id in another place", (id) => JSON.stringify({ ...KNOWN[gateway], our_id: id })],
    ["of 200 KB", (id) => JSON.stringify({ kind: "new", ours: id, text: "x".repeat(200_000) })],
  ])("%s makes the shop fetch the status of the attempt in it", async (_what, bodyOf) => {
    const orderId = await place();
    const attempt = await shop.shown(orderId);
    shop.simulator.webhooks.hold();
    shop.simulator.pay(attempt);
    shop.simulator.webhooks.drop();
    expect((await send(bodyOf(attempt))).status).toBe(200);
    expect(await shop.statusOf(orderId)).toBe("completed");
    expect(await stored()).toContainEqual(expect.objectContaining({ order_id: orderId, outcome: "paid" }));
  });

  test("that names nothing of ours is kept once, as not understood", async () => {
    const body = `{"kind":"new","about":"${"x".repeat(22)}"}`;
    const before = (await stored()).length;
    for (let times = 0; times < 2; times++) expect((await send(body)).status).toBe(200);
    const all = await stored();
    expect(all).toHaveLength(before + 1);
    expect(all).toContainEqual(
      expect.objectContaining({ outcome: "not understood", order_id: null, next_try_at: null }),
    );
    expect((await send(body.replace("new", "newer"))).status).toBe(200);
    expect(await stored()).toHaveLength(before + 2);
  });

  test("whose event is known is kept as somebody else's if it names nothing of ours", async () => {
    const before = (await stored()).length;
    expect((await send(JSON.stringify({ ...KNOWN[gateway], about: "x".repeat(22) }))).status).toBe(200);
    const all = await stored();
    expect(all).toHaveLength(before + 1);
    expect(all).toContainEqual(expect.objectContaining({ outcome: "unknown payment", next_try_at: null }));
  });

  test("about a dispute that cannot be read holds the order that it names, until it is released", async () => {
    const orderId = await place();
    const attempt = await shop.shown(orderId);
    const name = "payment.dispute.raised_anew";
    const body = JSON.stringify({ event: name, type: name, payload: { ours: attempt } });
    expect((await send(body)).status).toBe(200);
    expect(await stored()).toContainEqual(
      expect.objectContaining({ outcome: "not understood", order_id: orderId, next_try_at: null }),
    );
    shop.simulator.pay(attempt);
    await shop.notified();
    const { read } = shop.api.shop().db;
    expect(await getOrder(read, orderId)).toMatchObject({ review: "held", review_reason: "disputed" });
    await releaseOrder(shop.api.shop(), orderId);
    expect((await send(body)).status).toBe(200);
    expect(await shop.statusOf(orderId)).toBe("completed");
  });

  test("about a dispute that cannot be read holds a paid order that waits for its vouchers", async () => {
    const orderId = await place();
    const attempt = await shop.shown(orderId);
    const { db } = shop.api.shop();
    await db.transaction((tx) => setReviewReason(tx, orderId, "beyond_day"));
    shop.simulator.pay(attempt);
    await shop.notified();
    await db.transaction((tx) => tx.updateTable("orders").set({ review: null }).where("id", "=", orderId).execute());
    const name = "DISPUTE_RAISED_ANEW";
    await send(JSON.stringify({ event: name, type: name, payload: { ours: attempt } }));
    expect(await getOrder(db.read, orderId)).toMatchObject({ review: "held", review_reason: "disputed" });
    await releaseOrder(shop.api.shop(), orderId);
  });

  test("about a dispute that cannot be read keeps an automatic refund for an operator", async () => {
    const { tenant, db } = shop.api.shop();
    const orderId = await place();
    await send(JSON.stringify({ event: "payment.dispute.raised_anew", ours: await shop.shown(orderId) }));
    shop.simulator.pay(await shop.shown(orderId));
    await shop.notified();
    const { payments } = tenant;
    tenant.payments = { ...payments, refunds: "automatic" } as typeof payments;
    await refuseOrder(shop.api.shop(), orderId);
    tenant.payments = payments;
    expect(await listRefundsOfOrder(db.read, orderId)).toMatchObject([
      { state: "due", next_try_at: null, detail: expect.stringContaining("cannot be read") as string },
    ]);
  });

  test("about a dispute that cannot be read holds the order of the payment that it names, also if it comes first", async () => {
    const orderId = await place();
    const attempt = await shop.shown(orderId);
    shop.simulator.webhooks.hold();
    shop.simulator.pay(attempt);
    const paid = [...shop.simulator.webhooks.notices];
    const view = await shop.api.shop().payments.fetchStatus(await attemptOf(shop, orderId));
    shop.simulator.webhooks.drop();
    const payment_id = view.received[0]!.gatewayPaymentId;
    await send(JSON.stringify({ type: "DISPUTE_RAISED_ANEW", payload: { payment_id } }));
    expect(await stored()).toContainEqual(
      expect.objectContaining({ outcome: "not understood", order_id: null, awaited_payment: expect.any(String) }),
    );
    for (const { body } of paid) await send(body);
    const { read } = shop.api.shop().db;
    expect(await getOrder(read, orderId)).toMatchObject({ status: "paid", review: "held", review_reason: "disputed" });
    await expect(releaseOrder(shop.api.shop(), orderId)).rejects.toThrow("reported a dispute or a refund");
    await runWorker(shop.api);
    expect(await stored()).toContainEqual(
      expect.objectContaining({ outcome: "not understood", order_id: orderId, next_try_at: null }),
    );
    expect(await releaseOrder(shop.api.shop(), orderId)).toBe(true);
    expect(await shop.statusOf(orderId)).toBe("completed");
  });

  test("without its proof is refused, and not kept", async () => {
    const before = (await stored()).length;
    expect((await send(`{"kind":"new"}`, {})).status).toBe(401);
    expect(await stored()).toHaveLength(before);
  });
});

// PhonePe's notifications are never trusted for money.
test.each(["razorpay", "cashfree"] as const)(
  "from %s, a payment of a paid order is booked only if the gateway has it",
  async (gateway) => {
    const shop = await startGatewayApi(gateway);
    const orderId = (await shop.order(await shop.buyer())()).body.orderId as string;
    shop.simulator.pay(await shop.shown(orderId));
    await shop.notified();
    const { read } = shop.api.shop().db;
    const paid = (await findReceivedPayment(read, orderId))!.gateway_payment_id!;
    for (const { body } of [...shop.simulator.webhooks.notices]) {
      const other = body.replaceAll(paid, paid.replace(/.$/, paid.endsWith("1") ? "2" : "1"));
      expect((await sendTo(shop, gateway, other)).status).toBe(200);
    }
    await shop.notified();
    expect(await listRefundsOfOrder(read, orderId)).toEqual([]);
    expect(await outcomesOf(shop.api, await shop.shown(orderId))).toEqual(["paid"]);
    await shop.close();
  },
);

test.each(GATEWAYS)("a held order is not delivered if %s does not list its payment any more", async (gateway) => {
  const shop = await startGatewayApi(gateway);
  const { payments, tenant, db } = shop.api.shop();
  const { ordersPerDay } = tenant.limits;
  const { fetchStatus } = payments;
  for (const state of ["open", "unknown", "dead"] as const) {
    const orderId = (await shop.order(await shop.buyer())()).body.orderId as string;
    tenant.limits.ordersPerDay = 0;
    shop.simulator.pay(await shop.shown(orderId));
    await shop.notified();
    tenant.limits.ordersPerDay = ordersPerDay;
    expect(await getOrder(db.read, orderId)).toMatchObject({ status: "paid", review: "held" });
    Object.assign(payments, { fetchStatus: async () => ({ state, received: [], refunds: [] }) });
    await expect(releaseOrder(shop.api.shop(), orderId)).rejects.toThrow("has given this payment back");
    Object.assign(payments, { fetchStatus });
    expect(await getOrder(db.read, orderId)).toMatchObject({ review: "held", review_reason: "given_back" });
    expect(await shop.vouchersOf(orderId)).toBe(0);
  }
  await shop.close();
});

// PhonePe's status lists no refunds.
test.each(["razorpay", "cashfree"] as const)(
  "from %s, the notification of a payment that has gone back since delivers nothing",
  async (gateway) => {
    const shop = await startGatewayApi(gateway);
    const orderId = (await shop.order(await shop.buyer())()).body.orderId as string;
    const attempt = await shop.shown(orderId);
    shop.simulator.webhooks.hold();
    shop.simulator.pay(attempt);
    const paid = [...shop.simulator.webhooks.notices].map(({ body }) => body);
    shop.simulator.refundByItself(attempt);
    shop.simulator.webhooks.drop();
    expect(paid.length).toBeGreaterThan(0);
    for (const body of paid) {
      expect((await sendTo(shop, gateway, body)).status).toBe(200);
    }
    await shop.notified();
    expect(await shop.vouchersOf(orderId)).toBe(0);
    expect(await shop.statusOf(orderId)).not.toBe("completed");
    await shop.close();
  },
);

test.each([
  ["razorpay", "x-razorpay-event-id"],
  ["cashfree", "x-idempotency-key"],
] as const)("two notifications of %s with one id and two bodies are both kept, each once", async (gateway, header) => {
  const shop = await startGatewayApi(gateway);
  const [first, second] = await Promise.all(
    [shop.buyer(), shop.buyer()].map(async (buyer) => shop.order(await buyer)()),
  );
  for (let times = 0; times < 2; times++) {
    for (const placed of [first!, second!]) {
      const ours = await shop.shown(placed.body.orderId as string);
      const body = JSON.stringify(
        gateway === "razorpay"
          ? { event: "payment_link.paid", payload: { payment_link: { entity: { reference_id: ours } } } }
          : { type: "PAYMENT_LINK_EVENT", data: { link_id: ours } },
      );
      const headers = { ...SIGN[gateway](body, shop.api.clock.now()), [header]: "one-id" };
      expect((await sendTo(shop, gateway, body, headers)).status).toBe(200);
    }
  }
  const kept = await listWebhooks(shop.api.shop().db.read, { limit: 100 });
  expect(kept.map(({ event_id }) => event_id.split(":").slice(0, 2).join(":"))).toEqual(
    Array(2).fill(`${gateway}:one-id`),
  );
  expect(new Set(kept.map(({ order_id }) => order_id)).size).toBe(2);
  await shop.close();
});

test.each(GATEWAYS)("a refund that %s makes by itself is booked with its notification", async (gateway) => {
  const shop = await startGatewayApi(gateway);
  const orderId = (await shop.order(await shop.buyer())()).body.orderId as string;
  const attempt = await shop.shown(orderId);
  shop.simulator.pay(attempt);
  await shop.notified();
  const { read } = shop.api.shop().db;
  expect(await listRefundsOfOrder(read, orderId)).toEqual([]);
  shop.simulator.refundByItself(attempt);
  await shop.notified();
  expect(await listRefundsOfOrder(read, orderId)).toMatchObject([{ reason: "by_gateway" }]);
  await shop.close();
});

const OUR_REFUND = "0f".repeat(16);

async function attemptOf(shop: GatewayApi, orderId: string) {
  const { read } = shop.api.shop().db;
  return toAttempt(read, (await findPaymentOfOrder(read, orderId))!, (await getOrder(read, orderId)).order_number);
}

const REFUND_ID = {
  razorpay: /(?<="refund":\{"entity":\{"id":")[^"]+/,
  cashfree: /(?<="cf_refund_id":")[^"]+/,
  phonepe: /(?<="merchantRefundId":")[^"]+/,
};

test.each(GATEWAYS)("a refund that %s names and does not list yet holds the undelivered order", async (gateway) => {
  const shop = await startGatewayApi(gateway);
  const { tenant, db } = shop.api.shop();
  const { ordersPerDay } = tenant.limits;
  const orderId = (await shop.order(await shop.buyer())()).body.orderId as string;
  const attempt = await shop.shown(orderId);
  tenant.limits.ordersPerDay = 0;
  shop.simulator.pay(attempt);
  await shop.notified();
  tenant.limits.ordersPerDay = ordersPerDay;
  expect(await getOrder(db.read, orderId)).toMatchObject({ review: "held", review_reason: "beyond_day" });

  shop.simulator.webhooks.hold();
  shop.simulator.refundByItself(attempt);
  const [refund] = [...shop.simulator.webhooks.notices].filter(({ body }) => REFUND_ID[gateway].test(body)).slice(-1);
  shop.simulator.webhooks.drop();
  await sendTo(
    shop,
    gateway,
    refund!.body.replace(REFUND_ID[gateway], (id) => `${id}x`),
  );
  expect(await getOrder(db.read, orderId)).toMatchObject({ review: "held", review_reason: "given_back" });
  expect(await listRefundsOfOrder(db.read, orderId)).toEqual([]);
  const again = { outcome: "not processed yet", next_try_at: expect.any(Number) as number };
  expect(await listWebhooks(db.read, { limit: 100 })).toContainEqual(expect.objectContaining(again));

  await sendTo(shop, gateway, refund!.body);
  expect(await listRefundsOfOrder(db.read, orderId)).toMatchObject([{ reason: "by_gateway" }]);
  await shop.close();
});

test.each([
  ["razorpay", "hosted", "given_back"],
  ["phonepe", "hosted", "given_back"],
  ["cashfree", "direct", "given_back"],
  // A refund of a link names its payment alone, which is not known yet.
  ["cashfree", "hosted", null],
] as const)(
  "a refund that %s (%s) names before the payment is booked holds the order",
  async (gateway, mode, early) => {
    const shop = await startGatewayApi(gateway, { mode });
    const { db, payments } = shop.api.shop();
    const orderId = (await shop.order(await shop.buyer())()).body.orderId as string;
    const attempt = await shop.shown(orderId);
    shop.simulator.webhooks.hold();
    shop.simulator.pay(attempt);
    const paid = [...shop.simulator.webhooks.notices];
    const view = await payments.fetchStatus(await attemptOf(shop, orderId));
    shop.simulator.refundByItself(attempt);
    const refund = shop.simulator.webhooks.notices.findLast(({ body }) => REFUND_ID[gateway].test(body))!;
    shop.simulator.webhooks.drop();
    const answerStale = (times: number) =>
      "answerStale" in shop.simulator && shop.simulator.answerStale(attempt, times);
    if (gateway === "phonepe") answerStale(100);
    else
      Object.assign(payments, {
        fetchStatus: async (_: unknown, named?: string) => requireRefund(gateway, view, named),
      });
    await sendTo(shop, gateway, refund.body);
    expect(await getOrder(db.read, orderId)).toMatchObject({ status: "pending", review: null, review_reason: early });
    if (early !== null)
      expect(await listWebhooks(db.read, { limit: 1 })).toMatchObject([{ outcome: "not processed yet" }]);

    answerStale(0);
    for (const { body } of paid) await sendTo(shop, gateway, body);
    expect(await getOrder(db.read, orderId)).toMatchObject({
      status: "paid",
      review: "held",
      review_reason: "given_back",
    });
    expect(await shop.vouchersOf(orderId)).toBe(0);
    await shop.close();
  },
);

test.each(["razorpay", "cashfree"] as const)(
  "a dispute that %s reports before the payment is booked holds the order until it is won",
  async (gateway) => {
    const shop = await startGatewayApi(gateway);
    const simulator = shop.simulator as Extract<GatewayApi["simulator"], { openDispute: unknown }>;
    const { db } = shop.api.shop();
    const orderId = (await shop.order(await shop.buyer())()).body.orderId as string;
    const attempt = await shop.shown(orderId);
    simulator.webhooks.hold();
    simulator.pay(attempt);
    const paid = [...simulator.webhooks.notices];
    const dispute = simulator.openDispute(attempt);
    const told = simulator.webhooks.notices.at(-1)!;
    simulator.webhooks.drop();
    await sendTo(shop, gateway, told.body);
    expect(await listWebhooks(db.read, { limit: 1 })).toMatchObject([{ outcome: "unknown payment" }]);

    for (const { body } of paid) await sendTo(shop, gateway, body);
    const held = { status: "paid", review: "held", review_reason: "disputed" };
    expect(await getOrder(db.read, orderId)).toMatchObject(held);
    expect(await shop.vouchersOf(orderId)).toBe(0);
    await runWorker(shop.api);
    expect(await listDisputesOfOrder(db.read, orderId)).toMatchObject([{ state: "open" }]);
    expect(await getOrder(db.read, orderId)).toMatchObject(held);

    simulator.moveDispute(dispute, "won");
    await shop.notified();
    expect(await shop.vouchersOf(orderId)).toBe(CARD.quantity);
    expect(await shop.statusOf(orderId)).toBe("completed");
    await shop.close();
  },
);

test.each(["razorpay", "cashfree"] as const)(
  "a dispute that %s reports early stops the release of an order that is held for another reason",
  async (gateway) => {
    const shop = await startGatewayApi(gateway);
    const simulator = shop.simulator as Extract<GatewayApi["simulator"], { openDispute: unknown }>;
    const { db, payments } = shop.api.shop();
    const orderId = (await shop.order(await shop.buyer())()).body.orderId as string;
    await db.transaction((tx) => setReviewReason(tx, orderId, "young_account"));
    const attempt = await shop.shown(orderId);
    simulator.webhooks.hold();
    simulator.pay(attempt);
    const paid = [...simulator.webhooks.notices];
    simulator.openDispute(attempt);
    const told = simulator.webhooks.notices.at(-1)!;
    simulator.webhooks.drop();
    await sendTo(shop, gateway, told.body);
    for (const { body } of paid) await sendTo(shop, gateway, body);
    const held = { status: "paid", review: "held", review_reason: "young_account" };
    expect(await getOrder(db.read, orderId)).toMatchObject(held);
    await expect(releaseOrder(shop.api.shop(), orderId)).rejects.toThrow("reported a dispute or a refund");

    const { fetchDispute } = payments;
    Object.assign(payments, { fetchDispute: () => Promise.reject(new Unreachable("down")) });
    await runWorker(shop.api);
    await expect(releaseOrder(shop.api.shop(), orderId)).rejects.toThrow("The payer disputes this payment");
    Object.assign(payments, { fetchDispute });
    await shop.pass(1, 5);
    expect(await listDisputesOfOrder(db.read, orderId)).toMatchObject([{ state: "open" }]);
    await expect(releaseOrder(shop.api.shop(), orderId)).rejects.toThrow("The payer disputes this payment");
    expect(await shop.vouchersOf(orderId)).toBe(0);
    await shop.close();
  },
);

test.each(GATEWAYS)("a refund of ours that %s names and does not list yet holds no order", async (gateway) => {
  const shop = await startGatewayApi(gateway);
  const { db, payments } = shop.api.shop();
  const orderId = (await shop.order(await shop.buyer())()).body.orderId as string;
  const attempt = await attemptOf(shop, orderId);
  shop.simulator.webhooks.hold();
  shop.simulator.pay(attempt.id);
  const view = await payments.fetchStatus(attempt);
  const { gatewayPaymentId, amount } = view.received[0]!;
  await payments.refund({ attempt, refundId: OUR_REFUND, gatewayPaymentId: gatewayPaymentId!, amount });
  if (gateway !== "razorpay") shop.simulator.settleRefund(OUR_REFUND, "done");
  const refund = shop.simulator.webhooks.notices.findLast(({ body }) => REFUND_ID[gateway].test(body))!;
  shop.simulator.webhooks.drop();
  Object.assign(payments, {
    fetchStatus: async (_: unknown, named?: string) => requireRefund(gateway, { ...view, received: [] }, named),
  });
  await sendTo(shop, gateway, refund.body);
  expect(await getOrder(db.read, orderId)).toMatchObject({ status: "pending", review: null, review_reason: null });
  await shop.close();
});
