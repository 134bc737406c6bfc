import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { hashToken } from "../../../api/domain/tokens.ts";
import { compareNow } from "../../../api/payments/compare-now.ts";
import { closeRefundsOfOrder } from "../../../api/refunds/close-refunds.ts";
import { sendRefundsOfOrder } from "../../../api/refunds/send-refunds.ts";
import { sumBooks } from "../../../api/repositories/audit/sums.ts";
import { holdOrder } from "../../../api/repositories/orders/orders.ts";
import { findComparison } from "../../../api/repositories/payments/comparisons.ts";
import { listDisputesOfOrder } from "../../../api/repositories/payments/disputes.ts";
import { findReceivedPayment } from "../../../api/repositories/payments/payments.ts";
import { listRefundsOfOrder } from "../../../api/repositories/refunds/payment-refunds.ts";
import { reportMonth } from "../../../api/sales/report-month.ts";
import type { createCashfreeSimulator } from "../../../simulators/cashfree/simulator.ts";
import type { createRazorpaySimulator } from "../../../simulators/razorpay/simulator.ts";
import { refuseOrder, releaseOrder } from "../../helpers/api/decide.ts";
import { CARD, createShopper, fillCart, orderRow, placeOne, runWorker } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, openDesk } from "../../helpers/desk/desk.ts";
import { type GatewayApi, startGatewayApi } from "../../helpers/gateways/gateway-api.ts";
import { acmeSuppliers } from "../../helpers/suppliers/acme-suppliers.ts";
import { type ScriptedSupplier, startScriptedSupplier } from "../../helpers/suppliers/scripted-supplier.ts";
import { createSuppliedProduct } from "../../helpers/suppliers/supplied-product.ts";

const GIFT = { recipient_name: "Meera", recipient_email: "meera@example.test", message: "", send_on: null };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Simulator = ReturnType<typeof createRazorpaySimulator> | ReturnType<typeof createCashfreeSimulator>;

describe.each(engines)("on %s", (engine) => {
  describe.each(["razorpay", "cashfree"] as const)("a dispute at %s", (gateway) => {
    let shop: GatewayApi;
    let simulator: Simulator;
    beforeAll(async () => {
      shop = await startGatewayApi(gateway, { engine });
      simulator = shop.simulator as Simulator;
    });
    afterEach(async () => expect(await shop.differences()).toEqual([]));
    afterAll(() => shop.close());

    const read = () => shop.api.shop().db.read;
    const acme = () => shop.api.shop();
    const disputes = (orderId: string) => listDisputesOfOrder(read(), orderId);
    const refunds = async (orderId: string) =>
      (await listRefundsOfOrder(read(), orderId)).map(({ reason, state, amount }) => [reason, state, amount]);
    const stock = async () =>
      (await read().selectFrom("vouchers").select("id").where("order_item_id", "is", null).execute()).length;
    /** What the brand keeps of everything that it received, in paise. */
    const kept = async () => {
      const { received, refunded, returned } = await sumBooks(read());
      return Number(received) - Number(refunded) - Number(returned);
    };

    /** A paid order of one gift of two cards, and one card line of the buyer's if `hasOwn`. */
    async function buyGift({ hasOwn = false } = {}) {
      const token = await shop.shopper();
      const { body: lines } = await shop.api.request("GET", "/cart/", { token });
      for (const { id } of lines) await shop.api.request("DELETE", "/cart/", { token, body: { id } });
      const paper = { ...CARD, gift: GIFT };
      await fillCart(shop.api, token, hasOwn ? [CARD, paper] : [paper]);
      const { orderId, attempt } = await buy(token, hasOwn ? 2000 : 1000);
      const [mail] = await read()
        .selectFrom("gift_links")
        .innerJoin("order_items", "order_items.id", "gift_links.order_item_id")
        .select(["gift_links.token_hash", "order_items.id"])
        .where("order_items.order_id", "=", orderId)
        .execute();
      // The mail holds the token, the database its hash: this one is known here.
      const link = `known-${orderId}`.padEnd(43, "x").slice(0, 43);
      const known = { token_hash: hashToken(link), order_item_id: mail!.id, created_at: 0 };
      await acme().db.transaction((tx) => tx.insertInto("gift_links").values(known).execute());
      const open = () => shop.api.request("POST", "/gift/open/", { body: { token: link } });
      return { orderId, attempt, open, token, giftId: mail!.id, mailHash: mail!.token_hash };
    }

    async function buy(token: string, amount = 1000) {
      const { request } = shop.api;
      const { number, body } = bodyOf(amount);
      const placed = await request("POST", "/place-order/", { token, body });
      if (placed.status !== 201) throw new Error(`place-order answered ${placed.status} ${placed.text}`);
      const orderId = placed.body.orderId as string;
      const attempt = await shop.shown(orderId);
      simulator.pay(attempt);
      await shop.notified();
      return { orderId, attempt, number };
    }
    const bodyOf = (amount: number) => {
      const order_number = `ORD${Date.now()}${Math.floor(Math.random() * 1e9)}`;
      const origin = shop.api.root.replace("127.0.0.1", "acme.localhost");
      const urls = { redirect_url: `${origin}/payment-success`, notify_url: `${origin}/acme/payment-notification` };
      return { number: order_number, body: { amount, coins_used: 0, order_number, ...urls } };
    };

    /** A paid order that is held for review. */
    async function buyHeld() {
      const { limits } = acme().tenant;
      const before = limits.ordersPerDay;
      const token = await shop.shopper();
      const { number, body } = bodyOf(1000);
      const { body: placed } = await shop.api.request("POST", "/place-order/", { token, body });
      limits.ordersPerDay = 0;
      const attempt = await shop.shown(placed.orderId);
      simulator.pay(attempt);
      await shop.notified();
      limits.ordersPerDay = before;
      expect(await orderRow(shop.api, placed.orderId)).toMatchObject({ status: "paid", review: "held" });
      return { orderId: placed.orderId as string, attempt, number };
    }

    test("shuts an unopened gift at once, also if the gateway does not answer", async () => {
      const { orderId, attempt, open } = await buyGift();
      simulator.failNext({ call: "status dispute", how: "status 503" });
      const dispute = simulator.openDispute(attempt);
      await shop.notified();
      expect(await disputes(orderId)).toMatchObject([{ gateway_dispute_id: dispute, state: "open", taken: 0 }]);
      expect((await open()).status).toBe(409);
      simulator.moveDispute(dispute, "won");
      await shop.notified();
      expect((await open()).status).toBe(200);
    });

    test("is stored with its order and its deadline, and shuts an unopened gift until it is won", async () => {
      const { orderId, attempt, open, token, giftId } = await buyGift();
      const before = await kept();
      const dispute = simulator.openDispute(attempt);
      await shop.notified();
      expect(await disputes(orderId)).toEqual([
        expect.objectContaining({
          gateway,
          gateway_dispute_id: dispute,
          state: "open",
          phase: "chargeback",
          amount: 100_000,
          taken: 0,
          respond_by: expect.any(Number),
        }),
      ]);
      expect((await disputes(orderId))[0]!.respond_by).toBeGreaterThan(shop.api.clock.now());
      expect((await open()).status).toBe(409);
      const again = { id: giftId, recipient_email: GIFT.recipient_email };
      expect((await shop.api.request("POST", "/gift/send/", { token, body: again })).status).toBe(409);
      simulator.moveDispute(dispute, "won");
      await shop.notified();
      expect(await disputes(orderId)).toMatchObject([{ state: "won", taken: 0 }]);
      expect((await open()).status).toBe(200);
      expect([await refunds(orderId), await kept()]).toEqual([[], before]);
    });

    test("keeps back a gift's mail that has not left, and sends it once the dispute is won", async () => {
      const { orderId, attempt, mailHash } = await buyGift();
      const dispute = simulator.openDispute(attempt);
      await shop.notified();
      const isSent = async () =>
        (await read().selectFrom("outbox").select("delivered_at").where("about", "=", mailHash).executeTakeFirst())!
          .delivered_at !== null;
      await runWorker(shop.api);
      expect(await isSent()).toBe(false);
      simulator.moveDispute(dispute, "won");
      await shop.notified();
      expect(await disputes(orderId)).toMatchObject([{ state: "won" }]);
      await runWorker(shop.api);
      expect(await isSent()).toBe(true);
    });

    test("that is lost takes unopened gifts back to stock, and books what the gateway took", async () => {
      const { orderId, attempt, open } = await buyGift({ hasOwn: true });
      const [before, free] = [await kept(), await stock()];
      simulator.openDispute(attempt);
      simulator.moveDispute(attempt, "lost");
      await shop.notified();
      expect(await disputes(orderId)).toMatchObject([{ state: "lost", taken: 200_000 }]);
      // Half of the money pays for the gift that went back, and half is lost.
      expect((await refunds(orderId)).toSorted()).toEqual([
        ["dispute", "done", 100_000],
        ["order", "done", 100_000],
      ]);
      expect([await kept(), await stock()]).toEqual([before - 200_000, free + 2]);
      expect((await open()).status).toBe(404);
      const { returned } = await reportMonth(acme(), new Date(shop.api.clock.now()).toISOString().slice(0, 7));
      expect(returned).toContainEqual(expect.objectContaining({ reason: "dispute" }));
      await runWorker(shop.api);
      expect(shop.simulated.books().refunds).toEqual([]);
    });

    test("that is lost and then won returns the money to the books", async () => {
      const { orderId, attempt } = await buy(await shop.shopper());
      const before = await kept();
      simulator.openDispute(attempt);
      simulator.moveDispute(attempt, "lost");
      await shop.notified();
      expect([await refunds(orderId), await kept()]).toEqual([[["dispute", "done", 100_000]], before - 100_000]);
      simulator.moveDispute(attempt, "won");
      await shop.notified();
      expect([await refunds(orderId), await kept()]).toEqual([[], before]);
      simulator.moveDispute(attempt, "lost");
      await shop.notified();
      expect(await kept()).toBe(before - 100_000);
    });

    test("of a second payment takes nothing from the order that the first one paid for", async () => {
      const { orderId, attempt, open } = await buyGift();
      const [second] = simulator.pay(attempt);
      await shop.notified();
      const free = await stock();
      const dispute = simulator.openDispute(second!);
      await shop.notified();
      expect(await disputes(orderId)).toMatchObject([{ state: "open", gateway_payment_id: second }]);
      simulator.moveDispute(dispute, "lost");
      await shop.notified();
      await runWorker(shop.api);
      expect(await disputes(orderId)).toMatchObject([{ state: "lost", taken: 100_000 }]);
      // The deduction pays back the second payment.
      expect(await refunds(orderId)).toEqual([["double", "done", 100_000]]);
      expect([await stock(), (await orderRow(shop.api, orderId)).status]).toEqual([free, "completed"]);
      expect((await open()).status).toBe(200);
    });

    test("of a second payment neither stops a release nor ends the dispute of the first one", async () => {
      const { orderId, attempt } = await buyHeld();
      const [second] = simulator.pay(attempt);
      await shop.notified();
      const first = simulator.openDispute((await findReceivedPayment(read(), orderId))!.gateway_payment_id!);
      const dispute = simulator.openDispute(second!);
      await shop.notified();
      await expect(releaseOrder(acme(), orderId)).rejects.toThrow("disputes this payment");
      simulator.moveDispute(first, "won");
      await shop.notified();
      const states = (await disputes(orderId)).map(({ gateway_dispute_id: id, state }) => [id, state]);
      expect(Object.fromEntries(states)).toEqual({ [first]: "won", [dispute]: "open" });
      expect(await releaseOrder(acme(), orderId)).toBe(true);
      expect(await shop.statusOf(orderId)).toBe("completed");
      simulator.moveDispute(dispute, "lost");
      await shop.notified();
    });

    test("holds an undelivered order, which is refused without a second payment back", async () => {
      const { orderId, attempt } = await buyHeld();
      const before = await kept();
      const dispute = simulator.openDispute(attempt);
      await shop.notified();
      await expect(releaseOrder(acme(), orderId)).rejects.toThrow("disputes this payment");
      expect(await refuseOrder(acme(), orderId)).toBe(true);
      await expect(sendRefundsOfOrder(acme(), orderId)).rejects.toThrow("could pay twice");
      const { id } = (await listRefundsOfOrder(read(), orderId))[0]!;
      await expect(closeRefundsOfOrder(acme(), orderId, id)).rejects.toThrow("could pay twice");
      expect(await refunds(orderId)).toEqual([["order", "due", 100_000]]);
      simulator.moveDispute(dispute, "lost");
      await shop.notified();
      await runWorker(shop.api);
      expect(await refunds(orderId)).toEqual([["order", "done", 100_000]]);
      expect([await kept(), shop.simulated.books().refunds]).toEqual([before - 100_000, []]);
    });

    test("that is lost pays what an order owes later", async () => {
      const { orderId, attempt } = await buyHeld();
      simulator.openDispute(attempt);
      simulator.moveDispute(attempt, "lost");
      await shop.notified();
      expect(await refuseOrder(acme(), orderId)).toBe(true);
      await runWorker(shop.api);
      expect(await refunds(orderId)).toEqual([["order", "done", 100_000]]);
      expect(shop.simulated.books().refunds).toEqual([]);
    });

    test("ends as the gateway's present answer says, although its notifications come in reverse", async () => {
      const { orderId, attempt } = await buy(await shop.shopper());
      simulator.webhooks.hold();
      simulator.openDispute(attempt);
      simulator.moveDispute(attempt, "lost");
      await simulator.webhooks.release("reversed");
      await shop.notified();
      expect(await disputes(orderId)).toMatchObject([{ state: "lost", taken: 100_000 }]);
      expect(await refunds(orderId)).toEqual([["dispute", "done", 100_000]]);
    });

    test("whose end nobody told is found by the daily comparison", async () => {
      const { orderId, attempt, number } = await buy(await shop.shopper());
      const dispute = simulator.openDispute(attempt);
      await shop.notified();
      simulator.webhooks.hold();
      simulator.moveDispute(dispute, "lost");
      simulator.webhooks.drop();
      shop.api.clock.turn(2 * HOUR_MS);
      await compareNow(acme());
      const { differences } = (await findComparison(read()))!;
      expect(JSON.parse(differences)).toContainEqual(
        expect.stringMatching(new RegExp(`^order ${number}: dispute ${dispute} of ₹1,000.00 is lost at the gateway`)),
      );
      expect(await refunds(orderId)).toEqual([["dispute", "done", 100_000]]);
    });

    test.each(["won", "lost"] as const)(
      "keeps a refund back for as long as it is open, and decides it when it is %s",
      async (end) => {
        const { orderId, attempt } = await buyHeld();
        const before = await kept();
        const dispute = simulator.openDispute(attempt);
        await shop.notified();
        expect(await refuseOrder(acme(), orderId)).toBe(true);
        await shop.pass(...Array<number>(40).fill(DAY_MS / 60_000));
        expect(await listRefundsOfOrder(read(), orderId)).toMatchObject([
          { state: "due", tries: 0, detail: expect.stringContaining("could pay twice") },
        ]);
        const atGateway = () => shop.simulated.books().refunds.filter(({ amount }) => amount === 100_000).length;
        const made = atGateway();
        simulator.moveDispute(dispute, end);
        await shop.notified();
        await shop.pass(0);
        if (end === "won") simulator.settleRefund((await listRefundsOfOrder(read(), orderId))[0]!.id, "done");
        await shop.pass(1);
        expect(await refunds(orderId)).toEqual([["order", "done", 100_000]]);
        expect([await kept(), atGateway() - made]).toEqual([before - 100_000, end === "won" ? 1 : 0]);
      },
    );

    test("that is lost in part leaves a larger refund to somebody who sees what is left", async () => {
      const { orderId, attempt } = await buyHeld();
      const dispute = simulator.openDispute(attempt, 40_000);
      await shop.notified();
      expect(await refuseOrder(acme(), orderId)).toBe(true);
      await shop.pass(0);
      simulator.moveDispute(dispute, "lost");
      await shop.notified();
      await shop.pass(DAY_MS / 60_000, DAY_MS / 60_000);
      expect((await refunds(orderId)).toSorted()).toEqual([
        ["dispute", "done", 40_000],
        ["order", "due", 100_000],
      ]);
      // `reconcile` names it, too.
      expect(await shop.differences()).toEqual([expect.stringContaining("gives back 140000")]);
      simulator.moveDispute(dispute, "won");
      await shop.notified();
      await shop.pass(1);
      expect(await refunds(orderId)).toEqual([["order", "due", 100_000]]);
      expect(await sendRefundsOfOrder(acme(), orderId)).toHaveLength(1);
    });

    test.each(["refused", "taken back"])(
      "that is lost in part pays no debt twice if the order is %s later",
      async (end) => {
        const isGift = end === "taken back";
        const { orderId, attempt } = isGift ? await buyGift() : await buyHeld();
        const dispute = simulator.openDispute(attempt, 40_000);
        await shop.notified();
        simulator.moveDispute(dispute, "lost");
        await shop.notified();
        if (!isGift) expect(await refuseOrder(acme(), orderId)).toBe(true);
        await shop.pass(1, DAY_MS / 60_000);
        expect((await refunds(orderId)).toSorted()).toEqual([
          ["dispute", "done", 40_000],
          ["order", "due", 100_000],
        ]);
        const more = expect.stringContaining("gives back 140000") as string;
        expect(await shop.differences()).toEqual(isGift ? [] : [more]);
        simulator.moveDispute(dispute, "won");
        await shop.notified();
        expect(await sendRefundsOfOrder(acme(), orderId)).toHaveLength(1);
      },
    );

    test("that is lost in part leaves the rest to be paid by hand, and its part is owed again once it is won", async () => {
      const { orderId, attempt } = await buyHeld();
      const before = await kept();
      const dispute = simulator.openDispute(attempt, 40_000);
      await shop.notified();
      simulator.moveDispute(dispute, "lost");
      await shop.notified();
      expect(await refuseOrder(acme(), orderId)).toBe(true);
      expect(await closeRefundsOfOrder(acme(), orderId)).toMatchObject([{ amount: 60_000 }]);
      const paid = ["order", "done", 60_000];
      expect((await refunds(orderId)).toSorted()).toEqual([["order", "done", 40_000], paid]);
      expect(await kept()).toBe(before - 100_000);
      simulator.moveDispute(dispute, "won");
      await shop.notified();
      const failed = ["order", "failed", 40_000];
      expect((await refunds(orderId)).toSorted()).toEqual([["order", "due", 40_000], failed, paid].toSorted());
      expect(await closeRefundsOfOrder(acme(), orderId)).toMatchObject([{ amount: 40_000 }]);
      expect(await kept()).toBe(before - 100_000);
    });

    test("that begins while the gateway is asked about a release stops the release", async () => {
      const { orderId, attempt } = await buyHeld();
      const { payments } = acme();
      const { fetchStatus } = payments;
      let dispute = "";
      Object.assign(payments, {
        fetchStatus: async (...call: Parameters<typeof fetchStatus>) => {
          const view = await fetchStatus(...call);
          dispute = simulator.openDispute(attempt);
          await shop.notified();
          return view;
        },
      });
      await expect(releaseOrder(acme(), orderId)).rejects.toThrow("disputes this payment");
      Object.assign(payments, { fetchStatus });
      expect(await orderRow(shop.api, orderId)).toMatchObject({ status: "paid", review: "held" });
      simulator.moveDispute(dispute, "won");
      await shop.notified();
      expect(await releaseOrder(acme(), orderId)).toBe(true);
    });
  });

  describe("an order whose cards a supplier has", () => {
    let shop: GatewayApi;
    let simulator: ReturnType<typeof createRazorpaySimulator>;
    let supplier: ScriptedSupplier;
    let second: ScriptedSupplier;
    let product: number;
    const sku = "DISPUTED";
    beforeAll(async () => {
      [supplier, second] = [await startScriptedSupplier(), await startScriptedSupplier()];
      const { settings, secrets } = acmeSuppliers({ main: supplier, second });
      shop = await startGatewayApi("razorpay", { engine, settings, secrets, cards: 0 });
      simulator = shop.simulator as typeof simulator;
      product = await createSuppliedProduct(shop.api, { sku, paise: 100_000, suppliers: ["main", "second"] });
    });
    afterEach(async () => expect(await shop.differences()).toEqual([]));
    afterAll(async () => {
      await supplier.close();
      await second.close();
      await shop.close();
    });

    /** A paid order that waits for the supplier, which nobody has asked yet. */
    async function buyUnplaced() {
      const cart = [{ product_id: product, selectedDenomination: 1000, quantity: 1 }];
      const { token } = await createShopper(shop.api, { cart });
      const { orderId } = await placeOne(shop.api, token, { amount: 1000 });
      const attempt = await shop.shown(orderId);
      simulator.pay(attempt);
      await shop.notified();
      supplier.calls.splice(0);
      return { orderId: orderId as string, attempt, before: supplier.of(sku).length };
    }
    const work = async () => {
      await runWorker(shop.api);
      await shop.notified();
    };
    const supplyOrder = async (orderId: string) => {
      const { read } = shop.api.shop().db;
      const items = read.selectFrom("order_items").select("id").where("order_id", "=", orderId);
      return (await read.selectFrom("supply_orders").selectAll().where("order_item_id", "in", items).execute()).at(-1)!;
    };
    const supplyState = async (orderId: string) => (await supplyOrder(orderId)).state;
    /** Holds the order while it is with the supplier, for longer than a line waits. */
    const review = async (orderId: string) => {
      const { db, clock } = shop.api.shop();
      await db.transaction((tx) => holdOrder(tx, orderId, "given_back", clock.now()));
      shop.api.clock.turn(HOUR_MS);
      await work();
      shop.api.clock.turn(DAY_MS);
      await releaseOrder(shop.api.shop(), orderId);
    };

    test("is not bought while its payment is disputed, and goes on once the dispute is won", async () => {
      const { orderId, attempt, before } = await buyUnplaced();
      const dispute = simulator.openDispute(attempt);
      await shop.notified();
      await work();
      shop.api.clock.turn(30 * DAY_MS); // longer than a line waits for its supplier
      await work();
      expect([await supplyState(orderId), supplier.of(sku).length]).toEqual(["ready", before]);
      simulator.moveDispute(dispute, "won");
      await shop.notified();
      await work();
      expect(supplier.of(sku)).toHaveLength(before + 1);
      expect([await shop.statusOf(orderId), await shop.vouchersOf(orderId)]).toEqual(["completed", 1]);
    });

    test("is looked up, but not placed again, while its payment is disputed", async () => {
      const { orderId, attempt, before } = await buyUnplaced();
      supplier.faults.push("cut before");
      await work();
      simulator.openDispute(attempt);
      await shop.notified();
      shop.api.clock.turn(HOUR_MS);
      await work();
      expect([await supplyState(orderId), supplier.of(sku).length]).toEqual(["asked", before]);
      simulator.moveDispute(attempt, "won");
      await shop.notified();
      await work();
      expect([await shop.statusOf(orderId), supplier.of(sku).length]).toEqual(["completed", before + 1]);
    });

    test("waits for its limit after each review, and no longer", async () => {
      const { orderId } = await buyUnplaced();
      supplier.faults.push("cut before");
      await work();
      const { give_up_at, created_at } = await supplyOrder(orderId);
      for (let times = 0; times < 2; times++) {
        await review(orderId);
        expect((await supplyOrder(orderId)).give_up_at - shop.api.clock.now()).toBe(give_up_at - created_at);
      }
      await work();
      expect(await shop.statusOf(orderId)).toBe("completed");
    });

    test("goes to the next supplier if the first one refuses it after a review", async () => {
      const { orderId } = await buyUnplaced();
      supplier.faults.push("cut before");
      await work();
      const { decide } = supplier;
      second.decide = () => ({ state: "complete", cards: [{ card_number: "of-the-second" }] });
      supplier.decide = () => ({ state: "refused", reason: "rejected" });
      await review(orderId);
      await work();
      await work();
      supplier.decide = decide;
      expect(second.of(sku)).toHaveLength(1);
      expect(await shop.statusOf(orderId)).toBe("completed");
    });

    test("is never bought once the dispute is lost, and is refused without a second payment back", async () => {
      const { orderId, attempt, before } = await buyUnplaced();
      simulator.openDispute(attempt);
      simulator.moveDispute(attempt, "lost");
      await shop.notified();
      await work();
      expect(await refuseOrder(shop.api.shop(), orderId)).toBe(true);
      await work();
      expect([await supplyState(orderId), supplier.of(sku).length]).toEqual(["refused", before]);
      expect(await listRefundsOfOrder(shop.api.shop().db.read, orderId)).toMatchObject([
        { reason: "order", state: "done" },
      ]);
      expect(shop.simulated.books().refunds).toEqual([]);
    });

    test("that is held for another reason stays held when a dispute is won", async () => {
      const { orderId, attempt, before } = await buyUnplaced();
      const { db, clock } = shop.api.shop();
      await db.transaction((tx) => holdOrder(tx, orderId, "given_back", clock.now()));
      simulator.openDispute(attempt);
      simulator.moveDispute(attempt, "won");
      await shop.notified();
      await work();
      expect((await orderRow(shop.api, orderId)).review).toBe("held");
      expect([await supplyState(orderId), supplier.of(sku).length]).toEqual(["ready", before]);
      await releaseOrder(shop.api.shop(), orderId);
      await work();
      expect([await shop.statusOf(orderId), supplier.of(sku).length]).toEqual(["completed", before + 1]);
    });
  });

  test("staff see disputes at the order, in the list, in its file and in Today", async () => {
    const shop = await startGatewayApi("razorpay", { engine, ...DESK });
    const simulator = shop.simulator as ReturnType<typeof createRazorpaySimulator>;
    const desk = await openDesk(shop.api);
    const orderId = (await shop.order(await shop.buyer())()).body.orderId as string;
    simulator.pay(await shop.shown(orderId));
    await shop.notified();
    const dispute = simulator.openDispute(await shop.shown(orderId));
    await shop.notified();
    const shown = { gateway_dispute_id: dispute, state: "open", amount: 100_000, taken: 0 };
    expect((await desk.get(`/orders/${orderId}`)).body.disputes).toMatchObject([shown]);
    expect((await desk.get("/disputes?state=open")).body.disputes).toMatchObject([{ ...shown, order_id: orderId }]);
    expect((await desk.get("/disputes?state=won")).body.disputes).toEqual([]);
    const file = await desk.get("/disputes.csv?state=undecided");
    expect(file.text).toMatch(new RegExp(`,${dispute},razorpay,chargeback,open,.*,1000.00,0.00,20`));
    const { waiting } = (await desk.get("/today?from=0")).body;
    expect(waiting).toMatchObject({ disputes: 1, respond_by: expect.any(Number) });
    simulator.moveDispute(dispute, "under_review");
    await shop.notified();
    expect((await desk.get("/today?from=0")).body.waiting).toMatchObject({ disputes: 0, respond_by: null });
    await shop.close();
  });

  test("a dispute that Razorpay told nobody is found in its list", async () => {
    const shop = await startGatewayApi("razorpay", { engine });
    const simulator = shop.simulator as ReturnType<typeof createRazorpaySimulator>;
    const orderId = (await shop.order(await shop.buyer())()).body.orderId as string;
    simulator.pay(await shop.shown(orderId));
    await shop.notified();
    simulator.webhooks.hold();
    const dispute = simulator.openDispute(await shop.shown(orderId));
    simulator.webhooks.drop();
    shop.api.clock.turn(2 * HOUR_MS);
    await compareNow(shop.api.shop());
    const { read } = shop.api.shop().db;
    expect(JSON.parse((await findComparison(read))!.differences)).toEqual([
      expect.stringMatching(new RegExp(`: dispute ${dispute} of ₹1,000.00 was not known, and is booked now`)),
    ]);
    expect(await listDisputesOfOrder(read, orderId)).toMatchObject([{ state: "open" }]);
    await shop.close();
  });
});
