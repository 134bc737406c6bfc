import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { listStock } from "../../../api/catalogue/list-stock.ts";
import { fulfilOrder } from "../../../api/orders/fulfil-order.ts";
import { recordReceived } from "../../../api/payments/settle-payment.ts";
import type { Gateway } from "../../../api/ports/gateway.ts";
import { sendRefundsOfOrder } from "../../../api/refunds/send-refunds.ts";
import { LEASE_MS } from "../../../api/refunds/waiting-refunds.ts";
import { getOrder, holdOrder, listOrderItems } from "../../../api/repositories/orders/orders.ts";
import { findPayment } from "../../../api/repositories/payments/payments.ts";
import { findOrderRefund } from "../../../api/repositories/refunds/order-refunds.ts";
import { createBackgroundWorker } from "../../../api/work/background-worker.ts";
import { refuseOrder } from "../../helpers/api/decide.ts";
import { addVoucherStock } from "../../helpers/api/supply.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import {
  CARD,
  coinsOf,
  createShopper,
  fillCart,
  notify,
  paymentOf,
  place,
  placeOne,
  runWorker,
  startOrder,
  statusOf,
  stockUp,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("fulfilment on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 60);
  });
  afterEach(async () => expect(await auditLedger(api.shop())).toEqual([]));
  afterAll(() => api.close());

  const cartOf = async (token: string) =>
    (await api.request("GET", "/cart/", { token })).body as { quantity: number }[];

  /** Ends the payment window of the orders so far, which then release their cards. */
  const expire = async () => {
    api.clock.turn(300_000);
    await runWorker(api);
  };

  /** What the mails about the shopper's order hold, those with codes last. */
  const orderMailsTo = (email: string) => {
    const texts = api.mails.filter(({ to, text }) => to === email && /ORD\d/.test(text)).map(({ text }) => text);
    return texts.toSorted((a, b) => Number(a.includes("CARD-")) - Number(b.includes("CARD-")));
  };

  test("completes a paid order, issues its vouchers, and removes its lines from the cart [MON-09]", async () => {
    const { token, orderId, payment } = await startOrder(api);
    await fillCart(api, token, [{ product_id: PRODUCT.paise, selectedDenomination: 99.5, quantity: 1 }]);
    expect((await notify(api, payment)).status).toBe(200);
    expect(await statusOf(api, token, orderId)).toBe("success");
    const vouchers = await vouchersOf(api, token, orderId);
    expect(vouchers).toHaveLength(2);
    expect(vouchers[0]).toEqual({
      card_number: expect.stringMatching(/^CARD-[0-9A-F-]{36}$/),
      pin_code: expect.stringMatching(/^PIN-[0-9A-F]{6}$/),
      claim_url: "https://claim.example/card",
      id: expect.any(String),
      name: "Crust Court",
      amount: 500,
      is_used: false,
      expires_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(await cartOf(token)).toMatchObject([{ price: 99.5 }]);
    expect(await coinsOf(api, token)).toBe(50);
  });

  test("a paid order leaves the cart before its cards are supplied, and once", async () => {
    const { token, orderId, payment } = await startOrder(api);
    const { read } = api.shop().db;
    const [attempt, order] = [await findPayment(read, payment.payment_id), await getOrder(read, orderId)];
    const received = { gatewayPaymentId: `early ${orderId}`, amount: payment.amount, currency: "INR" };
    expect(await recordReceived(api.shop(), attempt!, order, received)).toBe("paid");
    expect(await cartOf(token)).toEqual([]);
    await fillCart(api, token, [CARD]);
    await fulfilOrder(api.shop(), orderId);
    expect(await statusOf(api, token, orderId)).toBe("success");
    expect(await cartOf(token)).toMatchObject([{ quantity: CARD.quantity }]);
  });

  test("keeps in the cart what was added to a line after the order [MON-15]", async () => {
    const { token, payment } = await startOrder(api);
    await fillCart(api, token, [{ ...CARD, quantity: 1 }]);
    await notify(api, payment);
    expect(await cartOf(token)).toMatchObject([{ quantity: 1 }]);
  });

  test("lists every order in the history, newest first [W-17]", async () => {
    const { token, orderId, payment } = await startOrder(api);
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
    const voucher = { card_number: expect.stringMatching(/./), pin_code: expect.stringMatching(/./) };
    expect(body[1].vouchers).toEqual(Array(2).fill(expect.objectContaining(voucher)));
    for (const line of body[1].vouchers) expect(line).toHaveProperty("claim_url");
    expect(new Date(body[1].order_date).getTime()).toBe(api.clock.now() - 1000);
    expect(body[0]).toMatchObject({ status: "Pending", vouchers: [] });
  });

  test("refunds a line that the stock cannot serve as it was paid, and completes the rest [MON-10]", async () => {
    const cart = [CARD, { product_id: PRODUCT.awkward, selectedDenomination: 100, quantity: 3 }];
    await stockUp(api, 3, { product: PRODUCT.awkward });
    const [first, second] = [
      await createShopper(api, { cart, coins: 130 }),
      await createShopper(api, { cart, coins: 130 }),
    ];
    const price = { amount: 1170, coins_used: 130 };
    const { orderId: late } = await placeOne(api, second.token, price);
    await expire();
    const orders = [(await placeOne(api, first.token, price)).orderId as string, late as string];
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
    await runWorker(api);
    expect(orderMailsTo(first.email)).toEqual([expect.stringContaining("CARD-")]);
    const [refunded, ...others] = orderMailsTo(second.email);
    expect(refunded).toMatch(/could not deliver all of order ORD\d+\. ₹270\.00 .* 30 coins are back/);
    expect(others).toEqual([expect.stringContaining("CARD-")]);
  });

  test("settles no line that was refused while its cards were supplied", async () => {
    const { orderId, payment } = await startOrder(api);
    const shop = api.shop();
    const { read } = shop.db;
    const received = { gatewayPaymentId: `slow ${orderId}`, amount: payment.amount, currency: "INR" };
    const attempt = (await findPayment(read, payment.payment_id))!;
    await recordReceived(shop, attempt, await getOrder(read, orderId), received);
    const supply = async ({ quantity }: { quantity: number }) => {
      await shop.db.transaction((tx) => holdOrder(tx, orderId, "beyond_day", api.clock.now()));
      expect(await refuseOrder(shop, orderId)).toBe(true);
      return { issued: quantity, waiting: 0 };
    };
    await fulfilOrder(shop, orderId, { supply });
    expect(await listOrderItems(read, orderId)).toMatchObject([{ status: "refund_due", issued: 0 }]);
    expect((await getOrder(read, orderId)).status).toBe("refund_due");
  });

  test("ends an order as refund due when nothing can be delivered [MON-10]", async () => {
    const cart = [{ product_id: PRODUCT.paise, selectedDenomination: 99.5, quantity: 1 }];
    await stockUp(api, 1, { product: PRODUCT.paise });
    const [first, second] = [await createShopper(api, { cart }), await createShopper(api, { cart })];
    const two = await placeOne(api, second.token, { amount: 99.5 });
    await expire();
    const one = await placeOne(api, first.token, { amount: 99.5 });
    await notify(api, await paymentOf(api, one.orderId));
    await notify(api, await paymentOf(api, two.orderId));
    expect(await statusOf(api, first.token, one.orderId)).toBe("success");
    expect(await statusOf(api, second.token, two.orderId)).toBe("REFUND_DUE");
    expect(await cartOf(second.token)).toEqual([]);
    await runWorker(api);
    expect(orderMailsTo(second.email)).toEqual([
      expect.stringMatching(/could not deliver all of order ORD\d+\. ₹99\.50/),
    ]);
  });

  test("does not issue expired vouchers: refunds the line, refuses the next order, and counts them separately", async () => {
    const { stock } = api.shop().tenant;
    const { leastDays } = stock;
    stock.leastDays = 0;
    const night = 7;
    const cart = [{ product_id: night, selectedDenomination: 110, quantity: 1 }];
    const [first, second] = [await createShopper(api, { cart }), await createShopper(api, { cart })];
    const expiresAt = api.clock.now() + 60_000;
    await addVoucherStock(api.shop(), night, [
      { cardNumber: "NIGHT-1", pin: null, claimUrl: null, faceValue: null, expiresAt },
    ]);
    const stockOf = async () =>
      (await listStock(api.shop())).find(({ name, faceValue }) => name === "Night 1" && faceValue === null);
    expect(await stockOf()).toMatchObject({ inStock: 1, expired: 0 });
    const { orderId } = await placeOne(api, first.token, { amount: 110 });
    api.clock.turn(60_000);
    await notify(api, await paymentOf(api, orderId));
    expect(await statusOf(api, first.token, orderId)).toBe("REFUND_DUE");
    const refused = await place(api, second.token, { amount: 110 });
    expect([refused.status, refused.body.detail]).toEqual([409, "Night 1 of ₹110.00 is sold out."]);
    expect(await stockOf()).toMatchObject({ inStock: 0, expired: 1, issued: 0 });
    stock.leastDays = leastDays;
  });

  test("keeps card numbers and PINs in clear out of log and database [OPS-04]", async () => {
    const { token, orderId, payment } = await startOrder(api);
    await notify(api, payment);
    const [voucher] = await vouchersOf(api, token, orderId);
    const stored = JSON.stringify(await api.shop().db.read.selectFrom("vouchers").selectAll().execute());
    for (const secret of [voucher!.card_number, voucher!.pin_code]) {
      expect(stored).not.toContain(secret);
      expect(api.logged.join("\n")).not.toContain(secret);
    }
  });

  test("sends the voucher mail once to the delivery contact, with every code and under a stable id", async () => {
    const { token, orderId, payment, userId } = await startOrder(api);
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
  });

  test("tries to send a failed mail again under the same id", async () => {
    const { payment } = await startOrder(api);
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
    await createBackgroundWorker(failing).runOnce();
    await createBackgroundWorker(failing).runOnce();
    expect(ids).toHaveLength(1);
    api.clock.turn(60_000);
    await createBackgroundWorker(failing).runOnce();
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);
  });

  test("sends a refund once, and only what is due", async () => {
    const { orderId, payment } = await startOrder(api);
    const shop = api.shop();
    expect(await sendRefundsOfOrder(shop, orderId)).toHaveLength(0);
    await notify(api, { ...payment, amount: 70_000 });
    const sent = await Promise.allSettled([sendRefundsOfOrder(shop, orderId), sendRefundsOfOrder(shop, orderId)]);
    expect(sent.filter((one) => one.status === "fulfilled" && one.value.length === 1)).toHaveLength(1);
    expect(await sendRefundsOfOrder(shop, orderId)).toHaveLength(0);
    const sandbox = await shop.db.read
      .selectFrom("sandbox_refunds")
      .select("amount")
      .where("payment_id", "=", payment.payment_id)
      .execute();
    expect(sandbox).toEqual([{ amount: 70_000 }]);
  });

  test("lets one operator send a refund at a time, and keeps the first time where the first one takes too long", async () => {
    const { orderId, payment } = await startOrder(api);
    await notify(api, { ...payment, amount: 70_000 });
    const shop = api.shop();
    let sentAt = 0;
    const refund: Gateway["refund"] = async (request) => {
      const view = await shop.payments.refund(request);
      await expect(sendRefundsOfOrder(shop, orderId)).rejects.toThrow(/sends this refund now/);
      api.clock.turn(LEASE_MS + 1);
      sentAt = api.clock.now();
      await sendRefundsOfOrder(shop, orderId);
      api.clock.turn(60_000);
      return view;
    };
    await sendRefundsOfOrder({ ...shop, payments: { ...shop.payments, refund } }, orderId);
    expect(await findOrderRefund(shop.db.read, orderId, 1)).toMatchObject({ sent_at: sentAt });
  });
});
