import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import type { Writer } from "../../../api/db/database.ts";
import { refundUnits } from "../../../api/orders/refund-order.ts";
import type { Gateway, RefundView } from "../../../api/ports/gateway.ts";
import { Refused } from "../../../api/ports/refused.ts";
import { closeRefundsOfOrder } from "../../../api/refunds/close-refunds.ts";
import { leaseRefund, sendRefundsOfOrder } from "../../../api/refunds/send-refunds.ts";
import { settleRefund } from "../../../api/refunds/settle-refund.ts";
import { LEASE_MS } from "../../../api/refunds/waiting-refunds.ts";
import { listFailedRefunds } from "../../../api/repositories/audit/gateway-leftovers.ts";
import { listRefunds } from "../../../api/repositories/orders/all-orders.ts";
import { getOrder, listOrderItems } from "../../../api/repositories/orders/orders.ts";
import { findPaymentOfOrder } from "../../../api/repositories/payments/payments.ts";
import { listOrderRefunds } from "../../../api/repositories/refunds/order-refunds.ts";
import {
  findPaymentRefund,
  insertPaymentRefund,
  listRefundsOfOrder,
} from "../../../api/repositories/refunds/payment-refunds.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { CARD, coinsOf, createShopper, notify, paymentOf, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const GIFT = { recipient_name: "Meera", message: "", send_on: null };

describe.each(engines)("several refunds of an order on %s", (engine) => {
  let api: TestApi;
  let friends = 0;
  beforeAll(async () => {
    api = await startTestApi(engine, { settings: { acme: { limits: { rupeesPerDay: 50_000 } } } });
    await stockUp(api, 100);
  });
  afterEach(async () => expect(await auditLedger(api.shop())).toEqual([]));
  afterAll(() => api.close());

  /** A completed order of 3 cards for the shopper and 2 as a gift, worth 500 rupees each, paid with 33.33 coins. */
  async function buy({ isShort = false } = {}) {
    const to = `friend-${++friends}@example.test`;
    const cart = [
      { ...CARD, quantity: 3 },
      { ...CARD, gift: { ...GIFT, recipient_email: to } },
    ];
    const shopper = await createShopper(api, { cart, coins: 33.33 });
    const shop = api.shop();
    shop.tenant.coins.allowPartial = true;
    const { orderId } = await placeOne(api, shopper.token, { amount: 2_466.67, coins_used: 33.33 });
    shop.tenant.coins.allowPartial = false;
    if (isShort) await leaveTwoCards();
    await notify(api, await paymentOf(api, orderId));
    const [own, gift] = (await listOrderItems(shop.db.read, orderId)).map(({ id }) => id);
    return { ...shopper, orderId: orderId as string, own: own!, gift: gift! };
  }
  async function leaveTwoCards() {
    await api.shop().db.transaction((tx) => tx.deleteFrom("vouchers").where("order_item_id", "is", null).execute());
    await stockUp(api, 2);
  }
  const refund = (orderId: string, number: number, units: Record<string, number>) =>
    refundUnits(api.shop(), { orderId, number, units, isEvenIfRevealed: true });
  /** The bank refuses the first try, which was done. */
  async function failFirst(orderId: string) {
    const shop = api.shop();
    const payment = (await findPaymentOfOrder(shop.db.read, orderId))!;
    const [tried] = await listRefundsOfOrder(shop.db.read, orderId);
    const { id: refundId, amount } = tried!;
    const failed = {
      refundId,
      gatewayRefundId: refundId,
      gatewayPaymentId: payment.id,
      amount,
      state: "failed",
    } as const;
    await settleRefund(shop, payment, failed);
  }
  const owedOf = (orderId: string) => listOrderRefunds(api.shop().db.read, orderId);
  const triesOf = async (orderId: string) =>
    (await listRefundsOfOrder(api.shop().db.read, orderId)).map(({ refund_number, amount, state }) => [
      refund_number,
      amount,
      state,
    ]);

  test("give back all that was paid, card by card, with a mail each", async () => {
    const { orderId, own, gift, email, token } = await buy();
    await api.takeMail(email);
    const back: object[] = [];
    for (const [number, units] of [{ [own]: 1 }, { [gift]: 1 }, { [own]: 1, [gift]: 1 }, { [own]: 1 }].entries()) {
      back.push(await refund(orderId, number + 1, units));
      api.clock.turn(1_000);
      const { text } = await api.takeMail(email);
      const { amount } = (await owedOf(orderId)).at(-1)!;
      expect(text).toContain(`₹${(amount / 100).toFixed(2)} is on its way back`);
    }
    expect(back).toEqual([
      { amount: 49_334, coins: 666, revealed: 1 },
      { amount: 49_333, coins: 667, revealed: 0 },
      { amount: 98_667, coins: 1_333, revealed: 1 },
      { amount: 49_333, coins: 667, revealed: 1 },
    ]);
    expect(await coinsOf(api, token)).toBe(33.33);
    expect((await owedOf(orderId)).map(({ reason }) => reason)).toEqual([
      "goodwill",
      "returned",
      "goodwill",
      "goodwill",
    ]);
    await expect(refund(orderId, 5, { [own]: 1 })).rejects.toThrow(/At most 0/);
    expect(await sendRefundsOfOrder(api.shop(), orderId)).toHaveLength(4);
    expect(await triesOf(orderId)).toEqual([
      [1, 49_334, "done"],
      [2, 49_333, "done"],
      [3, 98_667, "done"],
      [4, 49_333, "done"],
    ]);
    const { body } = await api.request("GET", `/order-receipt/?order_id=${orderId}`, { token });
    expect(body.refund).toEqual({ amount: 2_466.67, coins: 33.33 });
  });

  test("show the buyer how far each has come, and what nobody has reported", async () => {
    const { orderId, own, gift, token } = await buy();
    const shop = api.shop();
    const shown = async () => (await api.request("GET", "/order-history/", { token })).body[0].refunds;
    const iso = (at: number) => new Date(at).toISOString();
    expect(await shown()).toEqual([]);

    await refund(orderId, 1, { [own]: 1 });
    const asked_at = iso(api.clock.now());
    const due = { amount: 493.34, coins: 6.66, asked_at, sent_at: null, arrived_at: null, reference: null };
    expect(await shown()).toEqual([due]);

    const payment = (await findPaymentOfOrder(shop.db.read, orderId))!;
    const { id: refundId, amount } = (await listRefundsOfOrder(shop.db.read, orderId))[0]!;
    const report = (view: Partial<RefundView>) =>
      settleRefund(shop, payment, {
        refundId,
        gatewayRefundId: "r1",
        gatewayPaymentId: payment.id,
        amount,
        state: "done",
        ...view,
      });
    api.clock.turn(60_000);
    await report({ state: "pending" });
    const sent_at = iso(api.clock.now());
    expect(await shown()).toEqual([{ ...due, sent_at }]);
    api.clock.turn(60_000);
    await report({ bankReference: "UTR1" });
    const arrived = { ...due, sent_at, arrived_at: iso(api.clock.now()), reference: "UTR1" };
    expect(await shown()).toEqual([arrived]);
    // Banks give the reference late.
    api.clock.turn(60_000);
    await report({ bankReference: "UTR2" });
    expect(await shown()).toEqual([{ ...arrived, reference: "UTR2" }]);

    await refund(orderId, 2, { [gift]: 1 });
    const later = iso(api.clock.now());
    await closeRefundsOfOrder(shop, orderId, (await listRefundsOfOrder(shop.db.read, orderId)).at(-1)!.id);
    // The shop has paid it by hand, so nobody reports its arrival.
    const byHand = { amount: 493.33, coins: 6.67, asked_at: later, sent_at: later, arrived_at: null, reference: null };
    expect(await shown()).toEqual([{ ...arrived, reference: "UTR2" }, byHand]);
    // The bank returns the first one: it has to be sent again.
    await report({ state: "failed" });
    expect(await shown()).toEqual([{ ...due, sent_at: null }, byHand]);
  });

  test("are made once for each number, however often the form is sent", async () => {
    const { orderId, own } = await buy();
    const answers = await Promise.allSettled([1, 2, 3].map(() => refund(orderId, 1, { [own]: 1 })));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(refund(orderId, 3, { [own]: 1 })).rejects.toThrow(/refunded meanwhile/);
    await refund(orderId, 2, { [own]: 2 });
    expect((await owedOf(orderId)).map(({ number }) => number)).toEqual([1, 2]);
  });

  test("follow the one for cards that were missing", async () => {
    const { orderId, own, gift, token } = await buy({ isShort: true });
    const [first] = await owedOf(orderId);
    expect(first).toMatchObject({ number: 1, reason: "no_stock" });
    const left = await listOrderItems(api.shop().db.read, orderId);
    const issued = (id: string) => left.find((line) => line.id === id)!.issued;
    await refund(orderId, 2, { [own]: issued(own), [gift]: issued(gift) });
    const owed = await owedOf(orderId);
    expect(owed.reduce((sum, { amount }) => sum + amount, 0)).toBe(246_667);
    expect(await coinsOf(api, token)).toBe(33.33);
    await stockUp(api, 80);
  });

  test("are sent again alone where the bank refuses one", async () => {
    const { orderId, own } = await buy();
    const shop = api.shop();
    await refund(orderId, 1, { [own]: 1 });
    await sendRefundsOfOrder(shop, orderId);
    api.clock.turn(1_000);
    await refund(orderId, 2, { [own]: 1 });
    await sendRefundsOfOrder(shop, orderId);
    await failFirst(orderId);
    expect((await owedOf(orderId)).map(({ sent_at }) => sent_at !== null)).toEqual([false, true]);
    const waiting = (await listRefunds(shop.db.read, { isSentToo: false })).filter(
      ({ order_id: id }) => id === orderId,
    );
    expect(waiting).toMatchObject([{ number: 1, state: "failed" }]);
    api.clock.turn(1_000);
    expect(await sendRefundsOfOrder(shop, orderId)).toHaveLength(1);
    expect(await triesOf(orderId)).toEqual([
      [1, 49_334, "failed"],
      [2, 49_333, "done"],
      [1, 49_334, "done"],
    ]);
  });

  test("are closed by hand one by one, because nobody can tell afterwards which one was paid", async () => {
    const { orderId, own } = await buy();
    const shop = api.shop();
    await refund(orderId, 1, { [own]: 1 });
    const [first] = await listRefundsOfOrder(shop.db.read, orderId);
    const asked: object[] = [];
    const fetchRefund: Gateway["fetchRefund"] = async ({ refundId }) => {
      const { next_try_at } = (await findPaymentRefund(shop.db.read, refundId))!;
      asked.push({ refundId, next_try_at });
      return undefined;
    };
    const asking = { ...shop, payments: { ...shop.payments, fetchRefund } };
    api.clock.turn(1_000);
    // While the page of somebody who pays the first one by hand is open.
    await refund(orderId, 2, { [own]: 1 });
    await expect(closeRefundsOfOrder(asking, orderId)).rejects.toThrow(/has several refunds/);
    expect(await closeRefundsOfOrder(asking, orderId, first!.id)).toMatchObject([{ amount: 49_334 }]);
    // A refund that waits for somebody goes on waiting, or the worker would send it if this process died.
    expect(asked).toEqual([{ refundId: first!.id, next_try_at: null }]);
    expect(await triesOf(orderId)).toEqual([
      [1, 49_334, "done"],
      [2, 49_333, "due"],
    ]);
    expect((await owedOf(orderId)).map(({ sent_at }) => sent_at !== null)).toEqual([true, false]);

    // The other one needs its id, too, although it alone waits now.
    await expect(closeRefundsOfOrder(shop, orderId, "nonsense")).rejects.toThrow(/no refund nonsense/);
    await expect(closeRefundsOfOrder(shop, orderId)).rejects.toThrow(/has several refunds/);
    for (const end of [closeRefundsOfOrder, sendRefundsOfOrder])
      await expect(end(shop, orderId, first!.id)).rejects.toThrow(/is done, or the gateway works on it/);
  });

  test("differ from the refund of a second payment, whose end or failure changes nothing that the order owes", async () => {
    const { orderId, own } = await buy();
    const shop = api.shop();
    const payment = (await findPaymentOfOrder(shop.db.read, orderId))!;
    const isSent = async () => (await owedOf(orderId)).map(({ sent_at }) => sent_at !== null);
    const oweSecond = (gatewayPaymentId: string) => {
      const second = { orderId, paymentId: payment.id, gatewayPaymentId, amount: 70_000, reason: "double" } as const;
      return shop.db.transaction((tx) => insertPaymentRefund(tx, { ...second, nextTryAt: null, now: api.clock.now() }));
    };
    const settle = (refundId: string, state: RefundView["state"]) =>
      settleRefund(shop, payment, {
        refundId,
        gatewayRefundId: refundId,
        gatewayPaymentId: null,
        amount: 70_000,
        state,
      });
    await refund(orderId, 1, { [own]: 1 });
    const [byHand, byGateway] = [await oweSecond("second"), await oweSecond("third")];
    await closeRefundsOfOrder(shop, orderId, byHand);
    await settle(byGateway, "done");
    expect(await isSent()).toEqual([false]);
    await sendRefundsOfOrder(shop, orderId);
    await settle(byGateway, "failed");
    expect(await isSent()).toEqual([true]);
  });

  test("without a stored try are sent once if they are owed, and not again if they were sent", async () => {
    const { orderId, own, gift } = await buy();
    const shop = api.shop();
    const forgetTries = () =>
      shop.db.transaction((tx) => tx.deleteFrom("payment_refunds").where("order_id", "=", orderId).execute());
    await refund(orderId, 1, { [own]: 1 });
    await sendRefundsOfOrder(shop, orderId);
    await refund(orderId, 2, { [own]: 1 });
    await forgetTries();
    await refund(orderId, 3, { [gift]: 1 });
    const payment = (await findPaymentOfOrder(shop.db.read, orderId))!;
    await shop.db.transaction(async (tx) => {
      // Neither the payment that came twice nor the attempt that nobody has paid is refund 2.
      const double = { orderId, paymentId: payment.id, gatewayPaymentId: "twice", amount: 70_000 };
      await insertPaymentRefund(tx, { ...double, reason: "double", refundNumber: 2, nextTryAt: null, now: 0 });
      const unpaid = { ...payment, id: `unpaid-${orderId}`, created_at: payment.created_at + 1 };
      await tx.insertInto("payments").values(unpaid).execute();
    });
    await sendRefundsOfOrder(shop, orderId);
    const tries = await listRefundsOfOrder(shop.db.read, orderId);
    expect(
      tries.map(({ payment_id, reason, refund_number }) => [payment_id === payment.id, reason, refund_number]),
    ).toEqual(
      expect.arrayContaining([
        [true, "double", 2],
        [true, "order", 2],
        [true, "order", 3],
      ]),
    );
    expect(tries).toHaveLength(3);
  });

  test("of coins alone are sent without the gateway", async () => {
    const shop = api.shop();
    const { coins } = shop.tenant;
    const { discountPercent } = coins;
    coins.discountPercent = 100;
    const shopper = await createShopper(api, { cart: [{ ...CARD, quantity: 1 }], coins: 500 });
    const { orderId } = await placeOne(api, shopper.token, { amount: 0, coins_used: 500 });
    coins.discountPercent = discountPercent;
    const [line] = await listOrderItems(shop.db.read, orderId);
    await refund(orderId, 1, { [line!.id]: 1 });
    expect(await sendRefundsOfOrder(shop, orderId)).toEqual([]);
    expect(await triesOf(orderId)).toEqual([]);
    expect((await owedOf(orderId)).map(({ sent_at }) => sent_at)).toEqual([api.clock.now()]);
  });

  test("that failed are sent again one by one, if one is named", async () => {
    const { orderId, own } = await buy();
    const shop = api.shop();
    const payment = (await findPaymentOfOrder(shop.db.read, orderId))!;
    for (const number of [1, 2, 3]) {
      await refund(orderId, number, { [own]: 1 });
      api.clock.turn(1_000);
    }
    await sendRefundsOfOrder(shop, orderId);
    const [first, second, third] = await listRefundsOfOrder(shop.db.read, orderId);
    for (const { id, amount } of [first!, second!]) {
      const failed = { refundId: id, gatewayRefundId: id, gatewayPaymentId: null, amount, state: "failed" } as const;
      await settleRefund(shop, payment, failed);
    }
    await shop.db.transaction(async (tx) => {
      await tx.deleteFrom("payment_refunds").where("id", "=", third!.id).execute();
      await tx.updateTable("refunds").set({ sent_at: null }).where("order_id", "=", orderId).execute();
    });
    api.clock.turn(1_000);
    expect(await sendRefundsOfOrder(shop, orderId, first!.id)).toHaveLength(1);
    expect((await triesOf(orderId)).map(([number, , state]) => [number, state])).toEqual([
      [1, "failed"],
      [2, "failed"],
      [1, "done"],
    ]);
    await sendRefundsOfOrder(shop, orderId);
  });

  test("are not closed by hand while somebody sends them, and the other way round", async () => {
    const { orderId, own } = await buy();
    const shop = api.shop();
    await refund(orderId, 1, { [own]: 1 });
    const [{ id } = { id: "" }] = await listRefundsOfOrder(shop.db.read, orderId);
    const close = () => closeRefundsOfOrder(shop, orderId, id);
    const during: Gateway["refund"] = async (asked) => {
      await expect(close()).rejects.toThrow(/sends this refund now/);
      return shop.payments.refund(asked);
    };
    const begin: Gateway["fetchRefund"] = async () => {
      await shop.db.transaction((tx) => leaseRefund(tx, shop, id));
      return undefined;
    };
    const closing = { ...shop, payments: { ...shop.payments, fetchRefund: begin } };
    await expect(closeRefundsOfOrder(closing, orderId, id)).rejects.toThrow(/sends this refund now/);
    api.clock.turn(LEASE_MS + 1);
    await sendRefundsOfOrder({ ...shop, payments: { ...shop.payments, refund: during } }, orderId, id);
    expect(await triesOf(orderId)).toEqual([[1, 49_334, "done"]]);
    // As one that was closed after the sender had read it.
    await expect(shop.db.transaction((tx) => leaseRefund(tx, shop, id))).rejects.toThrow(/is done/);
  });

  test("at one's own UPI id are sent one by one, too", async () => {
    const { orderId, own } = await buy();
    const shop = api.shop();
    const vpa = { ...shop, payments: { ...shop.payments, kind: "vpa" as const } };
    await shop.db.transaction((tx) =>
      tx.updateTable("payments").set({ gateway: "vpa" }).where("order_id", "=", orderId).execute(),
    );
    for (const number of [1, 2]) await refund(orderId, number, { [own]: 1 });
    await expect(sendRefundsOfOrder(vpa, orderId)).rejects.toThrow(/has several refunds/);
    const [one] = await listRefundsOfOrder(shop.db.read, orderId);
    expect(await sendRefundsOfOrder(vpa, orderId, one!.id)).toMatchObject([{ id: one!.id }]);
    expect((await triesOf(orderId)).map(([, , state]) => state).sort()).toEqual(["done", "due"]);
  });

  test("are all asked for, although the gateway refuses one", async () => {
    const { orderId, own } = await buy();
    const shop = api.shop();
    for (const number of [1, 2]) {
      await refund(orderId, number, { [own]: 1 });
      api.clock.turn(1_000);
    }
    const refuseFirst: Gateway["refund"] = async (asked) => {
      if (asked.amount === 49_334) throw new Refused("below 1 rupee");
      return shop.payments.refund(asked);
    };
    const refusing = { ...shop, payments: { ...shop.payments, refund: refuseFirst } };
    await expect(sendRefundsOfOrder(refusing, orderId)).rejects.toThrow("below 1 rupee");
    expect((await triesOf(orderId)).map(([, , state]) => state)).toEqual(["due", "done"]);
  });

  test("that failed stay a difference when another one is made", async () => {
    const { orderId, own } = await buy();
    const shop = api.shop();
    await refund(orderId, 1, { [own]: 1 });
    await sendRefundsOfOrder(shop, orderId);
    await failFirst(orderId);
    api.clock.turn(1_000);
    await refund(orderId, 2, { [own]: 1 });
    const { order_number: number } = await getOrder(shop.db.read, orderId);
    expect((await listFailedRefunds(shop.db.read)).filter(({ order_number }) => order_number === number)).toHaveLength(
      1,
    );
  });

  test("differ from the books where one has credited no coins, is sent twice, or lacks", async () => {
    const { orderId, own } = await buy();
    await refund(orderId, 1, { [own]: 1 });
    await refund(orderId, 2, { [own]: 1 });
    const { db } = api.shop();
    /** What the audit says while a row of the order has other values. */
    async function differencesWith(change: (tx: Writer, isUndone: boolean) => Promise<unknown>) {
      await db.transaction((tx) => change(tx, false));
      const differences = await auditLedger(api.shop());
      await db.transaction((tx) => change(tx, true));
      return differences.join("\n");
    }
    const entry = await differencesWith((tx, isUndone) =>
      tx
        .updateTable("coin_entries")
        .set({ refund_number: isUndone ? 2 : 3 })
        .where("order_id", "=", orderId)
        .where("kind", "=", "refund")
        .where("refund_number", "=", isUndone ? 3 : 2)
        .execute(),
    );
    expect(entry).toMatch(/refund 2 of 667 hundredths has credited 0[^]*nothing is owed for its refund 3/);
    const tries = await differencesWith((tx, isUndone) =>
      tx
        .updateTable("payment_refunds")
        .set({ refund_number: isUndone ? 2 : 1 })
        .where("order_id", "=", orderId)
        .where("amount", "=", 49_333)
        .execute(),
    );
    expect(tries).toMatch(/refund 1 of 49334 is sent as 4933[34] and 4933[34]/);
    const number = await differencesWith((tx, isUndone) =>
      tx
        .updateTable("refunds")
        .set({ number: isUndone ? 1 : 3 })
        .where("order_id", "=", orderId)
        .where("number", "=", isUndone ? 3 : 1)
        .execute(),
    );
    expect(number).toMatch(/its refund 1 has the number 2/);
    const cards = await differencesWith((tx, isUndone) =>
      tx
        .updateTable("order_items")
        .set({ refunded: isUndone ? 2 : 1 })
        .where("id", "=", own)
        .execute(),
    );
    expect(cards).toMatch(/served 200000 and paid back 100000 of 250000/);
  });
});
