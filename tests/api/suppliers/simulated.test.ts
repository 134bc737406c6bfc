import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { readBalances } from "../../../api/catalogue/read-balances.ts";
import { askSuppliers } from "../../../api/orders/ask-suppliers.ts";
import { listOwnVouchers, unsealVoucher } from "../../../api/repositories/cards/vouchers.ts";
import { findOrderRefund } from "../../../api/repositories/refunds/order-refunds.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, orderRow, paymentOf, placeOne } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import {
  type SimulatedSupplier,
  startSimulatedSupplier,
  SUPPLIER_KINDS,
} from "../../helpers/suppliers/simulated-suppliers.ts";
import { createSuppliedProduct } from "../../helpers/suppliers/supplied-product.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

// What each supplier can do to an order, played by its simulator over HTTP. The simulator's books have one order for each of ours.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PAISE = 11_000;

describe.each(engines)("on %s", (engine) => {
  describe.each(SUPPLIER_KINDS)("%s", (kind) => {
    let api: TestApi;
    let supplier: SimulatedSupplier;
    beforeAll(async () => {
      const clock = { now: () => api.clock.now() };
      supplier = await startSimulatedSupplier(kind, clock);
      api = await startTestApi(engine, {
        tenants: ["acme"],
        settings: { acme: { suppliers: { main: { ...supplier.settings, refundAfterMinutes: 120 } } } },
        secrets: Object.fromEntries(
          Object.entries(supplier.secrets).map(([name, value]) => [`SUPPLIER_ACME_MAIN_${name}`, value]),
        ),
      });
    });
    afterAll(async () => {
      await supplier.close();
      await api.close();
    });
    afterEach(async () => {
      expect(await auditLedger(api.shop())).toEqual([]);
      const booked = supplier.booked();
      expect(new Set(booked.map(({ ref }) => ref)).size).toBe(booked.length);
      const rows = await api.shop().db.read.selectFrom("supply_orders").selectAll().execute();
      for (const { ref, codes } of booked) {
        const row = rows.find((row) => row.ref === ref);
        expect(row, ref).toBeDefined();
        if (row!.next_try_at === null) expect([ref, row!.issued]).toEqual([ref, codes.length]);
      }
    });

    const ask = () => askSuppliers(api.shop());
    async function askAfter(ms: number) {
      api.clock.turn(ms);
      await ask();
    }
    const ordersOf = ({ sku }: { sku: string }) =>
      api.shop().db.read.selectFrom("supply_orders").selectAll().where("sku", "=", sku).execute();

    /** A paid order of two cards of a new product. */
    async function buy(quantity = 2) {
      const sku = supplier.sell();
      const product = await createSuppliedProduct(api, { sku, paise: PAISE, suppliers: ["main"] });
      const rupees = PAISE / 100;
      const cart = [{ product_id: product, selectedDenomination: rupees, quantity }];
      const { token } = await createShopper(api, { cart });
      const { orderId } = await placeOne(api, token, { amount: rupees * quantity });
      await notify(api, await paymentOf(api, orderId));
      await waitUntil(async () => (await ordersOf({ sku })).length > 0); // after the answer
      const db = api.shop().db.read;
      return {
        sku,
        product,
        cart: async () => (await api.request("GET", "/cart/", { token })).body,
        status: async () => (await orderRow(api, orderId)).status,
        refund: async () => (await findOrderRefund(db, orderId, 1))?.amount ?? 0,
        codes: async () =>
          (await listOwnVouchers(db, [orderId])).map((row) => unsealVoucher(api.shop(), row).cardNumber).toSorted(),
      };
    }
    type Bought = Awaited<ReturnType<typeof buy>>;

    const stockOf = async ({ product }: Bought) =>
      (await api.request("GET", `/products/?id=${product}`)).body.results[0].stock;
    const bookedFor = async (order: Bought) => {
      const refs = (await ordersOf(order)).map(({ ref }) => ref);
      return supplier.booked().filter(({ ref }) => refs.includes(ref));
    };
    async function expectDelivered(order: Bought) {
      const booked = await bookedFor(order);
      expect(booked).toHaveLength(1);
      expect(await order.codes()).toEqual(booked[0]!.codes.toSorted());
      expect(await order.codes()).toHaveLength(2);
      expect([await order.status(), await order.refund()]).toEqual(["completed", 0]);
    }
    async function expectRefunded(order: Bought) {
      expect(await order.codes()).toEqual([]);
      expect([await order.status(), await order.refund()]).toEqual(["refund_due", 2 * PAISE]);
    }

    test("delivers", async () => {
      const order = await buy();
      await ask();
      await expectDelivered(order);
    });

    test.each(["cut", "cut before", "wrong shape", 500, 502, 429, 408] as const)(
      "delivers once after %s",
      async (fault) => {
        const order = await buy();
        supplier.failNext(fault);
        await ask();
        expect(await order.status()).toBe("fulfilling");
        await askAfter(MINUTE_MS);
        await expectDelivered(order);
      },
    );

    test("delivers once after an hour of failures", async () => {
      const order = await buy();
      for (let tries = 0; tries < 6; tries++) {
        supplier.failNext(503);
        await askAfter(10 * MINUTE_MS);
      }
      await askAfter(10 * MINUTE_MS);
      await expectDelivered(order);
    });

    test("delivers once where the token expires on the way", async () => {
      const order = await buy();
      supplier.workNext();
      await ask();
      supplier.revokeTokens();
      supplier.end((await bookedFor(order))[0]!.ref, "complete");
      await askAfter(MINUTE_MS);
      await expectDelivered(order);
    });

    test("delivers what was in work", async () => {
      const order = await buy();
      supplier.workNext();
      await ask();
      expect([await order.status(), await order.cart()]).toEqual(["fulfilling", []]);
      supplier.end((await bookedFor(order))[0]!.ref, "complete");
      await askAfter(MINUTE_MS);
      await expectDelivered(order);
    });

    test("refunds what was in work and is refused", async () => {
      const order = await buy();
      supplier.workNext();
      await ask();
      supplier.end((await bookedFor(order))[0]!.ref, "refused");
      await askAfter(MINUTE_MS);
      await expectRefunded(order);
      expect(await bookedFor(order)).toHaveLength(1);
    });

    test("refunds what is refused at once, and sells the product no more", async () => {
      const order = await buy();
      supplier.withdraw(order.sku);
      await ask();
      await expectRefunded(order);
      expect(await stockOf(order)).toMatchObject([{ left: 0 }]);
    });

    test("delivers a part, and refunds the rest within the brand's limit", async () => {
      const order = await buy();
      supplier.deliverFewer(1);
      await ask();
      expect(await order.codes()).toHaveLength(1);
      await askAfter(2 * HOUR_MS);
      expect([await order.status(), await order.refund()]).toEqual(["completed", PAISE]);
      expect(await bookedFor(order)).toHaveLength(1);
    });

    test("waits for an empty balance to be filled, and buys once", async () => {
      const order = await buy();
      supplier.setFloat(0);
      await ask();
      expect(await order.status()).toBe("fulfilling");
      supplier.setFloat(1e12);
      await askAfter(10 * MINUTE_MS);
      await expectDelivered(order);
      await readBalances(api.shop());
    });

    test("sells out below the brand's mark, raises an alarm, and sells again once the balance may be filled", async () => {
      const order = await buy();
      supplier.setFloat(499_999);
      await ask();
      await expectDelivered(order);
      api.clock.turn(10 * MINUTE_MS);
      await readBalances(api.shop());
      expect(await stockOf(order)).toMatchObject([{ left: 0 }]);
      expect(api.logged.join("")).toContain("supplier's balance is low: its products are sold out");
      supplier.setFloat(1e12);
      api.clock.turn(HOUR_MS);
      await readBalances(api.shop());
      expect(await stockOf(order)).toMatchObject([{ left: null, expires_at: expect.any(String) }]);
    });

    test("refunds what has not come within the brand's limit, and puts it into stock later", async () => {
      const order = await buy();
      supplier.workNext();
      await ask();
      await askAfter(2 * HOUR_MS);
      await expectRefunded(order);
      supplier.end((await bookedFor(order))[0]!.ref, "complete");
      await askAfter(12 * HOUR_MS);
      expect(await ordersOf(order)).toMatchObject([{ state: "complete", issued: 2 }]);
      expect(await order.codes()).toEqual([]);
      const stock = await api
        .shop()
        .db.read.selectFrom("vouchers")
        .select("order_item_id")
        .where("product_id", "=", order.product)
        .execute();
      expect(stock).toEqual([{ order_item_id: null }, { order_item_id: null }]);
    });
  });
});
