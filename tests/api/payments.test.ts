import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, afterAll, describe, expect, test } from "vitest";
import { canMove, type OrderStatus } from "../../api/domain/orders.ts";
import { decidePayment } from "../../api/payments/sandbox.ts";
import { signNotification } from "../../api/payments/sandbox-signature.ts";
import { createWorker } from "../../api/workers.ts";
import { findBookDifferences } from "../helpers/books.ts";
import { startTestApi, type TestApi } from "../helpers/test-api.ts";
import { PRODUCT } from "../helpers/test-catalogue.ts";
import { engines } from "../helpers/test-database.ts";
import {
  CARD,
  coinsOf,
  createShopper,
  fillCart,
  notify,
  orderRow,
  paymentOf,
  placeOne,
  runWorker,
  statusOf,
  stockUp,
  vouchersOf,
} from "../helpers/test-orders.ts";

const WINDOW_MS = 300_000;

describe.each(engines)("payments on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 60);
  });
  afterEach(async () => expect(await findBookDifferences(api.shop())).toEqual([]));
  afterAll(() => api.close());

  /** An order of two cards, 900 in cash and 100 coins, of a shopper who has `coins`. */
  async function order({ coins = 150 } = {}) {
    const shopper = await createShopper(api, { coins });
    const { orderId } = await placeOne(api, shopper.token, { amount: 900, coins_used: 100 });
    return { ...shopper, orderId, payment: await paymentOf(api, orderId) };
  }

  const cartOf = async (token: string) =>
    (await api.request("GET", "/cart/", { token })).body as { quantity: number }[];

  test("[MON-09] a paid order is completed, its vouchers are issued, its cart lines leave the cart", async () => {
    const { token, orderId, payment } = await order();
    await fillCart(api, token, [{ product_id: PRODUCT.paise, selectedDenomination: 99.5, quantity: 1 }]);
    expect((await notify(api, payment)).status).toBe(200);
    expect(await statusOf(api, token, orderId)).toBe("success");
    const vouchers = await vouchersOf(api, token, orderId);
    expect(vouchers).toHaveLength(2);
    expect(vouchers[0]).toEqual({
      card_number: expect.stringMatching(/^CARD-[0-9A-F-]{36}$/),
      pin_code: expect.stringMatching(/^PIN-[0-9A-F]{6}$/),
      claim_url: "https://claim.example/card",
    });
    expect(await cartOf(token)).toMatchObject([{ price: 99.5 }]);
    expect(await coinsOf(api, token)).toBe(50);
  });

  test("[MON-15] what was added to a line after the order stays in the cart", async () => {
    const { token, payment } = await order();
    await fillCart(api, token, [{ ...CARD, quantity: 1 }]);
    await notify(api, payment);
    expect(await cartOf(token)).toMatchObject([{ quantity: 1 }]);
  });

  test("[W-17] the history holds every order, newest first", async () => {
    const { token, orderId, payment } = await order();
    await notify(api, payment);
    api.clock.turn(1000);
    await fillCart(api, token, [CARD]);
    const { orderId: second } = await placeOne(api, token);
    const { body } = await api.request("GET", "/order-history/", { token });
    expect(body.map(({ id }: { id: string }) => id)).toEqual([second, orderId]);
    expect(body[1]).toMatchObject({
      order_number: payment.order_number,
      status: "Completed",
      voucher_type: "Food",
      amount: 900,
      coins_used: 100,
      items: [{ name: "Crust Court", image_url: "/media/cards/test.svg", price_mrp: 100, quantity: 2 }],
    });
    expect(body[0]).toMatchObject({ status: "Pending", vouchers: [] });
  });

  test("[PAY-01] what is unsigned, forged, old or another tenant's changes nothing", async () => {
    const { token, orderId, payment } = await order();
    const { keys } = api.shop();
    const body = JSON.stringify({ event_id: randomUUID(), result: "success", currency: "INR", ...payment });
    const now = api.clock.now();
    const good = signNotification(keys, body, now);
    const [keyId] = good["x-awning-signature"]!.split(":");
    const refused: Record<string, string>[] = [
      {},
      { ...good, "x-awning-signature": `${keyId}:${"A".repeat(43)}` },
      { ...good, "x-awning-signature": `nokey:${good["x-awning-signature"]!.split(":")[1]}` },
      { ...good, "x-awning-timestamp": String(now + 1) },
      signNotification(keys, `${body} `, now),
      signNotification(keys, body, now - 5 * 60_000 - 1),
      signNotification(keys, body, now + 5 * 60_000 + 1),
      signNotification(api.shop("globex").keys, body, now),
    ];
    for (const headers of refused) {
      expect((await api.request("POST", "/payment-notification", { body, headers })).status).toBe(401);
    }
    const foreign = await api.request("POST", "/payment-notification", { tenant: "globex", body, headers: good });
    expect(foreign.status).toBe(401);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
    expect((await api.request("POST", "/payment-notification", { body, headers: good })).status).toBe(200);
    expect(await statusOf(api, token, orderId)).toBe("success");
  });

  test("[PAY-02] the same notification many times at once pays once", async () => {
    const { token, orderId, payment } = await order();
    const event_id = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 3 === 0 ? runWorker(api).then(() => 200) : notify(api, { ...payment, event_id }).then((a) => a.status),
      ),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
    const events = await api
      .shop()
      .db.read.selectFrom("payment_events")
      .select("outcome")
      .where("payment_id", "=", payment.payment_id)
      .execute();
    expect(events).toEqual([{ outcome: "paid" }]);
  });

  test.each([
    [["success", "pending", "failed"], "success", 50],
    [["pending", "success", "failed", "success"], "success", 50],
    [["failed", "pending", "failed"], "PAYMENT_FAILED", 150],
    // Money that comes after all is never dropped.
    [["failed", "success", "failed"], "success", 50],
  ])("[PAY-03] %j ends as %s", async (results, status, coins) => {
    const { token, orderId, payment } = await order();
    for (const result of results) expect((await notify(api, { ...payment, result })).status).toBe(200);
    expect(await statusOf(api, token, orderId)).toBe(status);
    expect(await coinsOf(api, token)).toBe(coins);
    expect(await vouchersOf(api, token, orderId)).toHaveLength(status === "success" ? 2 : 0);
  });

  test.each([
    ["a paisa less", { amount: 89_999 }],
    ["a paisa more", { amount: 90_001 }],
    ["a part", { amount: 100 }],
    ["another currency", { currency: "USD" }],
  ])("[PAY-04] %s is not fulfilled: the money is due back, the coins are back", async (_what, change) => {
    const { token, orderId, payment } = await order();
    expect((await notify(api, { ...payment, ...change })).status).toBe(200);
    expect(await statusOf(api, token, orderId)).toBe("REFUND_DUE");
    expect(await vouchersOf(api, token, orderId)).toEqual([]);
    expect(await coinsOf(api, token)).toBe(150);
    expect(api.logged.some((line) => line.includes("payment does not match its order"))).toBe(true);
  });

  test("[PAY-04] a wrong amount for an order that is paid is kept and changes nothing", async () => {
    const { token, orderId, payment } = await order();
    await notify(api, payment);
    await notify(api, { ...payment, amount: 1 });
    expect(await statusOf(api, token, orderId)).toBe("success");
    const events = await api
      .shop()
      .db.read.selectFrom("payment_events")
      .select("outcome")
      .where("payment_id", "=", payment.payment_id)
      .execute();
    expect(events.map(({ outcome }) => outcome).sort()).toEqual(["mismatch", "paid"]);
  });

  test("[PAY-07] [PAY-04] a payment of another order, or of none, is to be sent again", async () => {
    const { token, orderId, payment } = await order();
    expect((await notify(api, { ...payment, payment_id: "unknown" })).status).toBe(503);
    expect((await notify(api, { ...payment, order_number: "ORD0000" })).status).toBe(503);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
  });

  test("[PAY-05] money after the window is fulfilled when the coins are there again", async () => {
    const { token, orderId, payment } = await order();
    api.clock.turn(WINDOW_MS);
    await runWorker(api);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_EXPIRED");
    expect(await coinsOf(api, token)).toBe(150);
    expect((await notify(api, payment)).status).toBe(200);
    expect(await statusOf(api, token, orderId)).toBe("success");
    expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
    expect(await coinsOf(api, token)).toBe(50);
  });

  test("[PAY-05] without the coins it is due back, and the payer is told", async () => {
    const { token, orderId, payment, email } = await order({ coins: 100 });
    api.clock.turn(WINDOW_MS);
    await runWorker(api);
    await placeOne(api, token, { amount: 900, coins_used: 100 });
    await notify(api, payment);
    expect(await statusOf(api, token, orderId)).toBe("REFUND_DUE");
    await runWorker(api);
    const mail = api.mails.find(({ to, subject }) => to === email && subject.includes(payment.order_number));
    expect(mail?.text).toContain("₹900.00 will be paid back");
  });

  test("[PAY-05] money for a superseded order is not dropped", async () => {
    const { token, orderId, payment } = await order({ coins: 300 });
    await placeOne(api, token, { amount: 900, coins_used: 100 });
    await notify(api, payment);
    expect(await statusOf(api, token, orderId)).toBe("success");
    expect(await coinsOf(api, token)).toBe(100);
  });

  test("[PAY-06] what a URL says is no authority", async () => {
    const { token, orderId } = await order();
    for (const query of ["decoded_status=success", "status=success", "decode_status=success", "decoded_status=true"]) {
      const state = await api.request("GET", `/place-order/?order_id=${orderId}&${query}`, { token });
      expect(state.body.status).toBe("PAYMENT_PENDING");
    }
    const posted = await api.request("POST", `/payment-notification?orderid=${orderId}&status=success`, { body: {} });
    expect(posted.status).toBe(401);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
  });

  test("[MON-12] coins of an order that nobody pays come back once", async () => {
    const { token, orderId, userId } = await order();
    api.clock.turn(WINDOW_MS - 1);
    await runWorker(api);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
    api.clock.turn(1);
    await Promise.all([runWorker(api), runWorker(api), runWorker(api)]);
    await runWorker(api);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_EXPIRED");
    const kinds = await api
      .shop()
      .db.read.selectFrom("coin_entries")
      .select(["kind", "amount"])
      .where("user_id", "=", userId)
      .where("order_id", "=", orderId)
      .execute();
    expect(kinds.sort((a, b) => a.amount - b.amount)).toEqual([
      { kind: "hold", amount: -10_000 },
      { kind: "release", amount: 10_000 },
    ]);
  });

  test("[MON-10] a line that the stock cannot serve is paid back as it was paid, the rest completes", async () => {
    const cart = [CARD, { product_id: PRODUCT.awkward, selectedDenomination: 100, quantity: 3 }];
    await stockUp(api, 3, { product: PRODUCT.awkward });
    const [first, second] = [
      await createShopper(api, { cart, coins: 130 }),
      await createShopper(api, { cart, coins: 130 }),
    ];
    const orders = [];
    for (const { token } of [first, second]) {
      orders.push((await placeOne(api, token, { amount: 1170, coins_used: 130 })).orderId as string);
    }
    for (const orderId of orders) await notify(api, await paymentOf(api, orderId));
    expect(await vouchersOf(api, first.token, orders[0]!)).toHaveLength(5);
    expect(await vouchersOf(api, second.token, orders[1]!)).toHaveLength(2);
    expect(await statusOf(api, second.token, orders[1]!)).toBe("success");
    expect(await coinsOf(api, second.token)).toBe(30);
    const refund = await api
      .shop()
      .db.read.selectFrom("refunds")
      .select(["amount", "coins", "reason"])
      .where("order_id", "=", orders[1]!)
      .executeTakeFirst();
    expect(refund).toEqual({ amount: 27_000, coins: 3_000, reason: "no_stock" });
  });

  test("[MON-10] an order of which nothing can be served ends as refund due", async () => {
    const cart = [{ product_id: PRODUCT.paise, selectedDenomination: 99.5, quantity: 1 }];
    await stockUp(api, 1, { product: PRODUCT.paise });
    const [first, second] = [await createShopper(api, { cart }), await createShopper(api, { cart })];
    const one = await placeOne(api, first.token, { amount: 99.5 });
    const two = await placeOne(api, second.token, { amount: 99.5 });
    await notify(api, await paymentOf(api, one.orderId));
    await notify(api, await paymentOf(api, two.orderId));
    expect(await statusOf(api, first.token, one.orderId)).toBe("success");
    expect(await statusOf(api, second.token, two.orderId)).toBe("REFUND_DUE");
    expect(await cartOf(second.token)).toHaveLength(1);
  });

  test("[OPS-04] neither log nor database holds a card number or a PIN in clear", async () => {
    const { token, orderId, payment } = await order();
    await notify(api, payment);
    const [voucher] = await vouchersOf(api, token, orderId);
    const stored = JSON.stringify(await api.shop().db.read.selectFrom("vouchers").selectAll().execute());
    for (const secret of [voucher!.card_number, voucher!.pin_code]) {
      expect(stored).not.toContain(secret);
      expect(api.logged.join("\n")).not.toContain(secret);
    }
  });

  test("[PAY-08] [MON-11] a lost notification is found by asking, before and after the window", async () => {
    const early = await order();
    const deaf = { ...api.shop(), payments: { ...api.shop().payments, deliverDue: undefined } };
    await decidePayment(deaf, early.payment.payment_id, "approve");
    await createWorker(deaf).runOnce();
    expect(await statusOf(api, early.token, early.orderId)).toBe("PAYMENT_PENDING");
    api.clock.turn(20_000);
    await createWorker(deaf).runOnce();
    expect(await statusOf(api, early.token, early.orderId)).toBe("success");

    const late = await order();
    await decidePayment(deaf, late.payment.payment_id, "late");
    for (let minute = 0; minute < 5; minute++) {
      api.clock.turn(60_000);
      await createWorker(deaf).runOnce();
    }
    expect(await statusOf(api, late.token, late.orderId)).toBe("PAYMENT_EXPIRED");
    for (let minute = 0; minute < 6; minute++) {
      api.clock.turn(60_000);
      await createWorker(deaf).runOnce();
    }
    expect(await statusOf(api, late.token, late.orderId)).toBe("success");
  });

  test("the voucher mail goes once to the delivery contact, with every code and under a stable id", async () => {
    const { token, orderId, payment, userId } = await order();
    await api
      .shop()
      .db.transaction((tx) =>
        tx.updateTable("users").set({ delivery_email: "gift@example.test" }).where("id", "=", userId).execute(),
      );
    await notify(api, payment);
    await runWorker(api);
    await runWorker(api);
    const sent = api.mails.filter(({ to }) => to === "gift@example.test");
    expect(sent).toHaveLength(1);
    for (const { card_number, pin_code } of await vouchersOf(api, token, orderId)) {
      expect(sent[0]!.text).toContain(card_number);
      expect(sent[0]!.text).toContain(pin_code);
      expect(sent[0]!.html).toContain(card_number);
    }
    expect(sent[0]!.html).toContain("#123456");
    expect((await orderRow(api, orderId)).status).toBe("completed" satisfies OrderStatus);
    expect(canMove("completed", "refund_due")).toBe(false);
  });

  test("a mail that cannot be sent is tried again under the same id", async () => {
    const { payment } = await order();
    const shop = api.shop();
    const ids: string[] = [];
    const failing = {
      ...shop,
      mailer: {
        send: async ({ id }: { id: string }) => {
          ids.push(id);
          if (ids.length === 1) throw new Error("no connection");
        },
      },
    };
    await runWorker(api);
    await notify(api, payment);
    await createWorker(failing).runOnce();
    await createWorker(failing).runOnce();
    expect(ids).toHaveLength(1);
    api.clock.turn(60_000);
    await createWorker(failing).runOnce();
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);
  });
});
