import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { EVENT_TYPES, type EventType } from "../../../api/domain/outgoing/events.ts";
import { getGift, openGift } from "../../../api/gifts/open-gift.ts";
import { expireOrder } from "../../../api/orders/expire-order.ts";
import { addEndpoint, removeEndpoint } from "../../../api/outgoing/manage-endpoints.ts";
import { closeRefundsOfOrder } from "../../../api/refunds/close-refunds.ts";
import { getOrder, lockOrder, moveOrder } from "../../../api/repositories/orders/orders.ts";
import { markRefundUnsent } from "../../../api/repositories/refunds/order-refunds.ts";
import { refuseOrder, releaseOrder } from "../../helpers/api/decide.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  CARD,
  createShopper,
  notify,
  paymentOf,
  placeOne,
  startOrder,
  stockUp,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const WINDOW_MS = 300_000;
const URL = "http://127.0.0.1:9/events";

describe.each(engines)("events on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 100);
  });
  afterAll(() => api.close());

  let endpoint = "";
  const listen = async (events: EventType[] = EVENT_TYPES) => {
    endpoint = (await addEndpoint(api.shop(), { url: URL, events }, "owner@staff.test")).id;
  };
  beforeEach(async () => {
    const { db } = api.shop();
    await db.transaction(async (tx) => {
      await tx.deleteFrom("events").execute();
      await tx.deleteFrom("event_endpoints").execute();
    });
  });

  /** A paid order that is held. */
  const startHeld = async () => {
    const { limits } = api.shop().tenant;
    limits.reviewAccountsYoungerThanHours = 24;
    const order = await startOrder(api);
    limits.reviewAccountsYoungerThanHours = 0;
    await notify(api, order.payment);
    return order;
  };
  /** The payment is declined, and the window ends. */
  const fail = async ({ orderId, payment }: Pick<Awaited<ReturnType<typeof startOrder>>, "orderId" | "payment">) => {
    await notify(api, { ...payment, result: "failed" });
    api.clock.turn(WINDOW_MS);
    await expireOrder(api.shop(), orderId);
  };
  const eventsOf = async (orderId: string) => {
    const rows = await api.shop().db.read.selectFrom("events").selectAll().where("order_id", "=", orderId).execute();
    return rows.map(({ type, order_status, details }) => [type, order_status, JSON.parse(details)]);
  };
  const all = () => api.shop().db.read.selectFrom("events").selectAll().execute();
  const sorted = (rows: unknown[][]) => rows.map(([type]) => type).sort();

  test("are written for an order that is placed, paid and delivered", async () => {
    await listen();
    const { orderId, payment } = await startOrder(api);
    expect(await eventsOf(orderId)).toEqual([["order.placed", "pending", {}]]);
    await notify(api, payment);
    expect(sorted(await eventsOf(orderId))).toEqual(["order.delivered", "order.paid", "order.placed"]);
    const [event] = await all();
    expect(event).toMatchObject({ order_id: orderId, total: 100_000, amount: 90_000, coins: 10_000 });
    await notify(api, payment);
    expect(await all()).toHaveLength(3);
  });

  test("tell what is refunded with the order's new status, and when it was sent or has failed", async () => {
    await listen();
    const { orderId } = await startHeld();
    await refuseOrder(api.shop(), orderId);
    const refund = { number: 1, amount: 90_000, coins: 10_000, reason: "refused" };
    expect(await eventsOf(orderId)).toContainEqual(["refund.due", "refund_due", { refund }]);
    await closeRefundsOfOrder(api.shop(), orderId);
    await closeRefundsOfOrder(api.shop(), orderId);
    await api.shop().db.transaction((tx) => markRefundUnsent(tx, orderId, 1, api.clock.now()));
    const later = (await eventsOf(orderId)).filter(([type]) => /sent|failed/.test(String(type)));
    expect(later).toHaveLength(2);
    for (const type of ["refund.sent", "refund.failed"]) expect(later).toContainEqual([type, "refund_due", { refund }]);
  });

  test("tell that an order is held, and what the staff decides", async () => {
    await listen();
    const [first, second] = [await startHeld(), await startHeld()];
    expect(await eventsOf(first.orderId)).toContainEqual(["order.held", "paid", { reason: "young_account" }]);
    await releaseOrder(api.shop(), first.orderId);
    await releaseOrder(api.shop(), first.orderId);
    await refuseOrder(api.shop(), second.orderId);
    expect(sorted(await eventsOf(first.orderId))).toEqual(
      ["order.placed", "order.paid", "order.held", "order.released", "order.delivered"].sort(),
    );
    expect(sorted(await eventsOf(second.orderId))).toEqual(
      ["order.placed", "order.paid", "order.held", "order.refused", "refund.due"].sort(),
    );
  });

  test("tell that an order failed or expired, and that a gift was opened first", async () => {
    await listen();
    const failed = await startOrder(api);
    await fail(failed);
    expect(sorted(await eventsOf(failed.orderId))).toEqual(["order.failed", "order.placed"]);
    const late = await startOrder(api);
    const email = "friend@example.test";
    const gift = { recipient_name: "Meera", recipient_email: email, message: "", send_on: null };
    const giver = await createShopper(api, { cart: [{ ...CARD, gift }] });
    const given = await placeOne(api, giver.token);
    await notify(api, await paymentOf(api, given.orderId));
    const token = /\/gift\?([\w-]+)/.exec((await api.takeMail(email)).text)![1]!;
    for (let times = 0; times < 2; times++) await openGift(api.shop(), await getGift(api.shop(), token, "net"), token);
    expect(sorted(await eventsOf(given.orderId)).filter((type) => type === "gift.opened")).toHaveLength(1);
    api.clock.turn(WINDOW_MS);
    await expireOrder(api.shop(), late.orderId);
    expect(sorted(await eventsOf(late.orderId))).toEqual(["order.expired", "order.placed"]);
  });

  test("are not written for a change that is rolled back, or that nobody wants to hear of", async () => {
    await listen(["order.failed"]);
    const { orderId, payment } = await startOrder(api);
    expect(await all()).toEqual([]);
    const { db } = api.shop();
    const undone = db.transaction(async (tx) => {
      await moveOrder(tx, await lockOrder(tx, orderId), "failed", api.clock.now());
      expect(await tx.selectFrom("event_deliveries").selectAll().execute()).toHaveLength(1);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect([await all(), (await getOrder(db.read, orderId)).status]).toEqual([[], "pending"]);
    await removeEndpoint(api.shop(), endpoint);
    await fail({ orderId, payment });
    expect((await getOrder(db.read, orderId)).status).toBe("failed");
    expect(await all()).toEqual([]);
  });

  test("do not fail an order whose endpoint is removed at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      await listen();
      const shopper = await createShopper(api);
      const [placed] = await Promise.all([placeOne(api, shopper.token), removeEndpoint(api.shop(), endpoint)]);
      expect(placed.orderId).toBeDefined();
    }
  });

  test("hold no person and no code", async () => {
    await listen();
    const { orderId, payment, email } = await startOrder(api);
    await notify(api, { ...payment, payer: "asha@upi" });
    const text = JSON.stringify(await all());
    expect(text).toContain(orderId);
    for (const secret of [email, "Asha", "CARD-", "PIN-", "claim.example", "asha@upi"])
      expect(text).not.toContain(secret);
  });
});
