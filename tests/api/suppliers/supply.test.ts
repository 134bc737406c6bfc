import { randomUUID } from "node:crypto";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { askSuppliers } from "../../../api/orders/ask-suppliers.ts";
import { fulfilOrder } from "../../../api/orders/fulfil-order.ts";
import type { VoucherSupplier } from "../../../api/ports/voucher-supplier.ts";
import { listOwnVouchers, unsealVoucher } from "../../../api/repositories/cards/vouchers.ts";
import { findOrderRefund } from "../../../api/repositories/refunds/order-refunds.ts";
import { replaceSources } from "../../../api/repositories/suppliers/product-sources.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { addVoucherStock } from "../../helpers/api/supply.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  createShopper,
  notify,
  orderRow,
  paymentOf,
  place,
  placeOne,
  runWorker,
} from "../../helpers/api/test-orders.ts";
import { locksOff } from "../../helpers/database/locks-off.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { acmeSuppliers } from "../../helpers/suppliers/acme-suppliers.ts";
import {
  type ScriptedSupplier,
  SECRET,
  startScriptedSupplier,
  type WireCard,
} from "../../helpers/suppliers/scripted-supplier.ts";
import { createSuppliedProduct } from "../../helpers/suppliers/supplied-product.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

const MINUTE_MS = 60_000;
const LEASE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe.each(engines)("vouchers from suppliers on %s", (engine) => {
  let api: TestApi;
  let first: ScriptedSupplier;
  let second: ScriptedSupplier;
  beforeAll(async () => {
    [first, second] = [await startScriptedSupplier(), await startScriptedSupplier()];
    api = await startTestApi(engine, acmeSuppliers({ first, second }));
  });
  beforeEach(() => {
    for (const supplier of [first, second]) {
      supplier.calls.splice(0);
      supplier.faults.splice(0);
      supplier.decide = ({ quantity }) => ({ state: "complete", cards: cards(quantity) });
    }
  });
  afterEach(async () => expect(await auditLedger(api.shop())).toEqual([]));
  afterAll(async () => {
    await first.close();
    await second.close();
    await api.close();
  });

  const cards = (count: number): WireCard[] =>
    Array.from({ length: count }, () => ({ card_number: `0${randomUUID()}`, pin: "0042", expires: "2027-03-31" }));

  const dated = (expires: string) => ({ ...cards(1)[0]!, expires });

  /** A new product of 110 rupees without stock, which `suppliers` sell. */
  async function createProduct(...suppliers: string[]) {
    const sku = `SKU-${randomUUID()}`;
    const product = await createSuppliedProduct(api, { sku, paise: 11_000, suppliers });
    return { product, sku, rupees: 110 };
  }

  /** A paid order of this many cards. */
  async function buy({ product, rupees }: { product: number; rupees: number }, quantity = 2, gift?: object) {
    const cart = [{ product_id: product, selectedDenomination: rupees, quantity, gift }];
    const shopper = await createShopper(api, { cart });
    const { orderId } = await placeOne(api, shopper.token, { amount: rupees * quantity });
    await notify(api, await paymentOf(api, orderId));
    return { ...shopper, orderId: orderId as string, codes: () => codesOf(orderId) };
  }

  const codesOf = async (orderId: string) => {
    const vouchers = await listOwnVouchers(api.shop().db.read, [orderId]);
    return vouchers.map((voucher) => ({ ...voucher, ...unsealVoucher(api.shop(), voucher) }));
  };

  /** The calls about orders, without those for the balance. */
  const callsOf = ({ calls }: ScriptedSupplier) => calls.filter((call) => call.includes("/orders"));

  const refundOf = ({ orderId }: { orderId: string }) => findOrderRefund(api.shop().db.read, orderId, 1);

  const stockOf = async (product: number) =>
    (await api.request("GET", `/products/?id=${product}`)).body.results[0].stock as { left: number | null }[];

  const closeSources = (product: number) => api.shop().db.transaction((tx) => replaceSources(tx, product, []));

  /** As a process that ends after the supplier has booked the order and before the answer is stored. */
  async function dieAfterPlacing(shop: Shop) {
    let isDead = false;
    const supplier = shop.suppliers.get("first")!;
    const place: VoucherSupplier["place"] = async (order) => {
      const view = await supplier.place(order);
      isDead = true;
      return view;
    };
    const transaction: Shop["db"]["transaction"] = (fn) =>
      isDead ? Promise.reject(new Error("killed")) : shop.db.transaction(fn);
    const dying = { ...shop, db: { ...shop.db, transaction }, suppliers: new Map([["first", { ...supplier, place }]]) };
    await expect(askSuppliers(dying)).rejects.toThrow("killed");
  }

  const supplyRows = (sku: string) =>
    api.shop().db.read.selectFrom("supply_orders").selectAll().where("sku", "=", sku).orderBy("created_at").execute();

  test("buys what the own stock has not got, after the payment and not before it", async () => {
    const bought = await createProduct("first");
    await addVoucherStock(api.shop(), bought.product, [
      { cardNumber: "OWN-1", pin: null, claimUrl: null, faceValue: null, expiresAt: null },
    ]);
    const order = await buy(bought, 3);
    expect(first.calls).toEqual([]);
    await runWorker(api);
    expect(first.calls.filter((call) => call.includes("orders"))).toEqual(["POST /orders"]);
    const [placed] = first.of(bought.sku);
    expect(placed).toMatchObject({ face_value: bought.rupees * 100, quantity: 2 });
    expect(placed!.ref).toMatch(/^[A-Za-z0-9_]{1,25}$/);
    expect((await orderRow(api, order.orderId)).status).toBe("completed");
    const codes = await order.codes();
    expect(codes.map(({ cardNumber }) => cardNumber).toSorted()).toEqual(
      ["OWN-1", ...placed!.cards!.map(({ card_number }) => card_number)].toSorted(),
    );
    const [supplied] = codes.filter(({ cardNumber }) => cardNumber !== "OWN-1");
    expect(supplied).toMatchObject({ pin: "0042", expires_at: Date.parse("2027-03-31T18:29:59Z") });
    expect(supplied!.cardNumber).toMatch(/^0/);
  });

  test("looks up an order whose answer was lost, and places it no second time", async () => {
    const bought = await createProduct("first");
    const order = await buy(bought);
    first.faults.push("cut");
    await runWorker(api);
    expect(await order.codes()).toEqual([]);
    expect((await orderRow(api, order.orderId)).status).toBe("fulfilling");
    api.clock.turn(MINUTE_MS);
    await runWorker(api);
    expect(first.of(bought.sku)).toHaveLength(1);
    expect(callsOf(first)).toEqual(["POST /orders", `GET /orders/${first.of(bought.sku)[0]!.ref}`]);
    expect(await order.codes()).toHaveLength(2);
  });

  test("looks up an order whose worker died between the call and the answer, once its lease has ended", async () => {
    const bought = await createProduct("first");
    const order = await buy(bought);
    await dieAfterPlacing(api.shop());
    expect(first.of(bought.sku)).toHaveLength(1);
    await runWorker(api);
    api.clock.turn(LEASE_MS - 1);
    await runWorker(api);
    expect(callsOf(first)).toEqual(["POST /orders"]);
    api.clock.turn(1);
    await runWorker(api);
    expect(callsOf(first)).toEqual(["POST /orders", `GET /orders/${first.of(bought.sku)[0]!.ref}`]);
    expect(await order.codes()).toHaveLength(2);
  });

  test("control: with a new ref in place of the stored one it would buy twice", async () => {
    const bought = await createProduct("first");
    const order = await buy(bought);
    const forgetful = (supplier: VoucherSupplier): VoucherSupplier => {
      const renamed = <Order extends { ref: string }>(given: Order) => ({ ...given, ref: randomUUID().slice(0, 20) });
      return {
        ...supplier,
        place: (given) => supplier.place({ ...given, ref: randomUUID().slice(0, 20) }),
        find: (given, supplierRef) => supplier.find(renamed(given), supplierRef),
      };
    };
    const shop = { ...api.shop(), suppliers: new Map([["first", forgetful(api.shop().suppliers.get("first")!)]]) };
    first.faults.push("cut");
    await askSuppliers(shop);
    api.clock.turn(MINUTE_MS);
    await askSuppliers(shop);
    await runWorker(api);
    expect(first.of(bought.sku)).toHaveLength(2);
    api.clock.turn(DAY_MS);
    await runWorker(api);
    expect((await orderRow(api, order.orderId)).status).not.toBe("fulfilling");
  });

  test("places an order again under the same ref where the supplier has never seen it", async () => {
    const bought = await createProduct("first");
    const order = await buy(bought);
    first.faults.push("cut before");
    await runWorker(api);
    api.clock.turn(MINUTE_MS);
    await runWorker(api);
    const ref = (await supplyRows(bought.sku))[0]!.ref;
    expect(callsOf(first)).toEqual(["POST /orders", `GET /orders/${ref}`, "POST /orders"]);
    expect(first.of(bought.sku)).toMatchObject([{ ref }]);
    expect(await order.codes()).toHaveLength(2);
  });

  test("asks again with growing pauses while the supplier works, and keeps the cards that come meanwhile", async () => {
    const bought = await createProduct("first");
    const [early, late] = [cards(1), cards(1)];
    first.decide = () => ({ state: "working", cards: early });
    const order = await buy(bought);
    await runWorker(api);
    expect(await order.codes()).toHaveLength(1);
    await runWorker(api);
    expect(callsOf(first)).toHaveLength(1);
    for (const [pause, asked] of [
      [5_000, 2],
      [5_000, 2],
      [5_000, 3],
    ] as const) {
      api.clock.turn(pause);
      await runWorker(api);
      expect(callsOf(first)).toHaveLength(asked);
    }
    Object.assign(first.of(bought.sku)[0]!, { state: "complete", cards: [...early, ...late] });
    api.clock.turn(20_000);
    await runWorker(api);
    expect((await order.codes()).map(({ cardNumber }) => cardNumber)).toEqual(
      [...early, ...late].map(({ card_number }) => card_number),
    );
    expect(await supplyRows(bought.sku)).toMatchObject([{ state: "complete", issued: 2, next_try_at: null }]);
    expect(await refundOf(order)).toBeUndefined();
  });

  test("buys the cards that one supplier has not got from the next one", async () => {
    const bought = await createProduct("first", "second");
    first.decide = () => ({ state: "complete", cards: cards(1), reason: "out_of_stock" });
    const order = await buy(bought, 3);
    await runWorker(api);
    await runWorker(api);
    expect(second.of(bought.sku)).toMatchObject([{ quantity: 2 }]);
    expect(await order.codes()).toHaveLength(3);
    expect(await refundOf(order)).toBeUndefined();
  });

  test("differ in the books where a supply order says another number than its cards", async () => {
    const bought = await createProduct("first");
    await buy(bought);
    await runWorker(api);
    const { ref } = (await supplyRows(bought.sku))[0]!;
    const say = (issued: number) =>
      api
        .shop()
        .db.transaction((tx) => tx.updateTable("supply_orders").set({ issued }).where("ref", "=", ref).execute());
    for (const wrong of [1, 3]) {
      await say(wrong);
      expect(await auditLedger(api.shop())).toEqual([`supply order ${ref} says ${wrong} cards, has brought 2`]);
    }
    await say(2);
  });

  test("refunds what every supplier refuses", async () => {
    const bought = await createProduct("first", "second");
    first.decide = second.decide = () => ({ state: "refused", reason: "rejected" });
    const order = await buy(bought);
    await runWorker(api);
    await runWorker(api);
    expect([callsOf(first), callsOf(second)]).toEqual([["POST /orders"], ["POST /orders"]]);
    expect((await orderRow(api, order.orderId)).status).toBe("refund_due");
    expect(await refundOf(order)).toMatchObject({ amount: bought.rupees * 200, reason: "no_stock" });
  });

  test("refunds the units that a supplier delivers too few of, and completes the rest", async () => {
    const bought = await createProduct("first");
    first.decide = () => ({ state: "complete", cards: cards(1) });
    const order = await buy(bought, 3);
    await runWorker(api);
    expect((await orderRow(api, order.orderId)).status).toBe("completed");
    expect(await order.codes()).toHaveLength(1);
    expect(await refundOf(order)).toMatchObject({ amount: bought.rupees * 200 });
  });

  test("refunds what has not come within the brand's limit, and puts cards that come later into stock", async () => {
    const bought = await createProduct("first");
    first.decide = () => ({ state: "working" });
    const order = await buy(bought);
    await runWorker(api);
    api.clock.turn(119 * MINUTE_MS);
    await runWorker(api);
    expect((await orderRow(api, order.orderId)).status).toBe("fulfilling");
    api.clock.turn(MINUTE_MS);
    await runWorker(api);
    expect((await orderRow(api, order.orderId)).status).toBe("refund_due");
    expect(await refundOf(order)).toMatchObject({ amount: bought.rupees * 200 });

    const late = cards(2);
    Object.assign(first.of(bought.sku)[0]!, { state: "complete", cards: late });
    api.clock.turn(DAY_MS);
    await runWorker(api);
    expect(await order.codes()).toEqual([]);
    expect(await supplyRows(bought.sku)).toMatchObject([{ state: "complete", issued: 2 }]);
    await closeSources(bought.product);
    const next = await buy(bought);
    expect((await next.codes()).map(({ cardNumber }) => cardNumber).toSorted()).toEqual(
      late.map(({ card_number }) => card_number).toSorted(),
    );
  });

  test("keeps asking for an order that was sent at the end of the limit and is listed only later", async () => {
    const bought = await createProduct("first");
    const order = await buy(bought);
    first.faults.push("cut before");
    await runWorker(api);
    const sent = await supplyRows(bought.sku);
    first.faults.push("cut before");
    api.clock.turn(119 * MINUTE_MS);
    await runWorker(api);
    api.clock.turn(MINUTE_MS);
    await runWorker(api);
    expect(await refundOf(order)).toMatchObject({ amount: bought.rupees * 200 });
    expect(await supplyRows(bought.sku)).toMatchObject([{ state: "late", reason: null }]);

    const { ref, sku, face_value, quantity } = sent[0]!;
    first.booked.set(ref, { ref, sku, face_value, quantity, state: "complete", cards: cards(2) });
    api.clock.turn(DAY_MS);
    await runWorker(api);
    expect(await order.codes()).toEqual([]);
    expect(await supplyRows(bought.sku)).toMatchObject([{ state: "complete", issued: 2 }]);
    await closeSources(bought.product);
    expect(await (await buy(bought)).codes()).toHaveLength(2);
  });

  test("refuses a card that was sold before, reports it, and stores none twice", async () => {
    const bought = await createProduct("first");
    const order = await buy(bought, 1);
    await runWorker(api);
    const [sold] = await order.codes();
    const written = sold!.cardNumber.replaceAll("-", " ").toUpperCase();
    first.decide = () => ({ state: "complete", cards: [{ card_number: written }, ...cards(1)] });
    const next = await buy(bought);
    api.logged.splice(0);
    await runWorker(api);
    expect(await next.codes()).toHaveLength(1);
    expect(await refundOf(next)).toMatchObject({ amount: bought.rupees * 100 });
    const report = api.logged.filter((line) => line.includes("cards that the shop has had before"));
    expect(report).toHaveLength(1);
    expect(report[0]).not.toContain(written);
    expect((await supplyRows(bought.sku)).at(-1)).toMatchObject({ issued: 1, reason: "known_card" });
  });

  test("takes no more cards than it ordered, however often they come, and reports the others", async () => {
    const bought = await createProduct("first");
    const delivered = cards(5);
    first.decide = () => ({ state: "complete", cards: delivered });
    const order = await buy(bought, 1);
    api.logged.splice(0);
    await runWorker(api);
    expect((await order.codes()).map(({ cardNumber }) => cardNumber)).toEqual([delivered[0]!.card_number]);
    await closeSources(bought.product);
    expect(await stockOf(bought.product)).toMatchObject([{ left: 0 }]);
    const reports = api.logged.filter((line) => line.includes("supplier delivered more cards than ordered"));
    expect(reports.map((line) => JSON.parse(line).cards)).toEqual([4]);
  });

  test.each([
    { claim_url: "javascript:alert(1)" },
    { claim_url: "http://127.0.0.1/" },
    { card_number: "1".repeat(1_000_000) },
    { card_number: "line\nbreak" },
    { pin: "\u0000" },
  ])(
    "delivers nothing of an answer that holds a card such as %j, and names its field to the operator",
    async (part) => {
      const bought = await createProduct("first");
      const [field] = Object.keys(part);
      first.decide = () => ({ state: "complete", cards: [{ ...cards(1)[0]!, ...part }] });
      const order = await buy(bought, 1);
      api.logged.splice(0);
      await runWorker(api);
      expect(await order.codes()).toEqual([]);
      expect(api.logged.join("")).toContain(`another shape than expected: cards.0.${field}`);

      first.booked.clear();
      first.decide = ({ quantity }) => ({ state: "complete", cards: cards(quantity) });
      api.clock.turn(MINUTE_MS);
      await runWorker(api);
      expect(await order.codes()).toHaveLength(1);
    },
  );

  test("sells no card that comes expired, buys it from the next supplier, and reports one that is short-dated", async () => {
    const bought = await createProduct("first", "second");
    first.decide = () => ({ state: "complete", cards: [dated("2026-01-14"), dated("2026-06-30")] });
    const order = await buy(bought);
    api.logged.splice(0);
    await runWorker(api);
    await runWorker(api);
    expect(second.of(bought.sku)).toMatchObject([{ quantity: 1 }]);
    expect((await order.codes()).map(({ expires_at }) => expires_at!).toSorted((a, b) => a - b)).toEqual(
      ["2026-06-30T18:29:59Z", "2027-03-31T18:29:59Z"].map(Date.parse),
    );
    const [failed] = await supplyRows(bought.sku);
    expect(failed).toMatchObject({ supplier: "first", state: "complete", issued: 1, reason: "expired_card" });
    const logged = api.logged.join("");
    expect(logged).toContain("supplier delivered cards that have expired");
    expect(logged).toContain("supplier delivered cards that expire sooner than promised");
    await closeSources(bought.product);
    expect(await stockOf(bought.product)).toMatchObject([{ left: 0 }]);
  });

  test("delivers a card that expires within the brand's days, because it is paid for, and reports it", async () => {
    const bought = await createProduct("first", "second");
    first.decide = () => ({ state: "complete", cards: [dated("2026-01-20")] });
    const order = await buy(bought, 1);
    api.logged.splice(0);
    await runWorker(api);
    expect((await order.codes()).map(({ expires_at }) => expires_at)).toEqual([Date.parse("2026-01-20T18:29:59Z")]);
    expect(second.of(bought.sku)).toEqual([]);
    expect(api.logged.join("")).toContain("supplier delivered cards that expire within stock.leastDays");
  });

  test("gives a line the card that it can use, and leaves one that expires too soon in stock, unsold", async () => {
    const bought = await createProduct("first");
    first.decide = () => ({ state: "working" });
    const order = await buy(bought, 2);
    await runWorker(api);
    await addVoucherStock(api.shop(), bought.product, [
      { cardNumber: `OWN-${randomUUID()}`, pin: null, claimUrl: null, faceValue: null, expiresAt: null },
    ]);
    await fulfilOrder(api.shop(), order.orderId);
    Object.assign(first.of(bought.sku)[0]!, { state: "complete", cards: [dated("2026-01-20"), dated("2026-06-30")] });
    api.clock.turn(10 * MINUTE_MS);
    await runWorker(api);
    expect((await order.codes()).map(({ expires_at }) => expires_at)).toContain(Date.parse("2026-06-30T18:29:59Z"));
    expect(await order.codes()).toHaveLength(2);
    await closeSources(bought.product);
    expect(await stockOf(bought.product)).toMatchObject([{ left: 0 }]);
  });

  test("gives a dated gift no card that ends before its delivery, and buys another one", async () => {
    const bought = await createProduct("first", "second");
    first.decide = () => ({ state: "complete", cards: [dated("2026-03-31")] });
    const gift = { recipient_name: "Ravi", recipient_email: "ravi@example.test", message: "", send_on: "2026-04-10" };
    const order = await buy(bought, 1, gift);
    await runWorker(api);
    await runWorker(api);
    expect(await supplyRows(bought.sku)).toMatchObject([
      { supplier: "first", issued: 0, reason: "expired_card" },
      { supplier: "second", issued: 1 },
    ]);
    expect((await orderRow(api, order.orderId)).status).toBe("completed");
    await closeSources(bought.product);
    expect(await stockOf(bought.product)).toMatchObject([{ left: 1 }]);
    const other = await buy(bought, 1);
    expect((await other.codes()).map(({ expires_at }) => expires_at)).toEqual([Date.parse("2026-03-31T18:29:59Z")]);
  });

  test("goes from the own stock to the first supplier, waits for one that is down, and goes on to the next once it refuses", async () => {
    const bought = await createProduct("first", "second");
    await addVoucherStock(api.shop(), bought.product, [
      { cardNumber: "OWN-2", pin: null, claimUrl: null, faceValue: null, expiresAt: null },
    ]);
    first.faults.push(...Array<number>(100).fill(503));
    const order = await buy(bought, 3);
    for (let tries = 0; tries < 5; tries++) {
      await askSuppliers(api.shop());
      api.clock.turn(MINUTE_MS);
    }
    expect(second.calls).toEqual([]);
    expect(await order.codes()).toMatchObject([{ cardNumber: "OWN-2" }]);
    first.faults.splice(0);
    first.decide = () => ({ state: "refused", reason: "out_of_stock" });
    api.clock.turn(10 * MINUTE_MS);
    await runWorker(api);
    await runWorker(api);
    expect(second.of(bought.sku)).toMatchObject([{ quantity: 2 }]);
    expect(await order.codes()).toHaveLength(3);
  });

  test("can be bought while the stock is out, and not once neither stock nor supplier has it", async () => {
    const bought = await createProduct("first");
    const { token } = await createShopper(api, { cart: [] });
    const body = {
      cart_items: [{ product_id: bought.product, selectedDenomination: bought.rupees, quantity: 1 }],
    };
    expect((await api.request("POST", "/cart/", { token, body })).status).toBe(201);
    await closeSources(bought.product);
    const refused = await api.request("POST", "/cart/", { token, body });
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining("is not available")]);
  });

  test("refuses the second of two same cards in one delivery", async () => {
    const bought = await createProduct("first");
    const [card] = cards(1);
    first.decide = () => ({ state: "complete", cards: [card!, card!] });
    const order = await buy(bought);
    await runWorker(api);
    expect(await order.codes()).toHaveLength(1);
    expect(await refundOf(order)).toMatchObject({ amount: bought.rupees * 100 });
  });

  test("waits while the supplier's balance is empty, sells nothing more of it, and buys once it is filled", async () => {
    const bought = await createProduct("first");
    first.balance = 50_000;
    first.decide = () => ({ state: "refused", reason: "float_low" });
    const order = await buy(bought);
    const { token } = await createShopper(api, { cart: [] });
    await runWorker(api);
    const refused = await api.request("POST", "/cart/", {
      token,
      body: { cart_items: [{ product_id: bought.product, selectedDenomination: bought.rupees, quantity: 1 }] },
    });
    expect(await stockOf(bought.product)).toMatchObject([{ left: 0 }]);
    expect(refused.status).toBe(400);
    first.balance = 10_000_000;
    first.decide = ({ quantity }) => ({ state: "complete", cards: cards(quantity) });
    api.clock.turn(11 * MINUTE_MS);
    await runWorker(api);
    await runWorker(api);
    expect(await stockOf(bought.product)).toMatchObject([{ left: null }]);
    expect(await order.codes()).toHaveLength(2);
    expect(new Set((await supplyRows(bought.sku)).map(({ ref }) => ref)).size).toBe(2);
  });

  test("asks a supplier whose balance is empty once in five minutes, however often it refuses", async () => {
    const bought = await createProduct("first");
    first.decide = () => ({ state: "refused", reason: "float_low" });
    const order = await buy(bought);
    const askOften = async () => {
      for (let runs = 0; runs < 4; runs++) await runWorker(api);
      return callsOf(first).length;
    };
    expect(await askOften()).toBe(1);
    api.clock.turn(5 * MINUTE_MS - 1);
    expect(await askOften()).toBe(1);
    api.clock.turn(1);
    expect(await askOften()).toBe(2);
    first.decide = ({ quantity }) => ({ state: "complete", cards: cards(quantity) });
    api.clock.turn(5 * MINUTE_MS);
    await runWorker(api);
    await runWorker(api);
    expect(await order.codes()).toHaveLength(2);
  });

  test("sells out a product below the brand's mark, and logs an alarm once in ten minutes at most", async () => {
    const bought = await createProduct("first");
    api.clock.turn(10 * MINUTE_MS);
    first.balance = 99_999;
    api.logged.splice(0);
    await runWorker(api);
    await runWorker(api);
    expect(first.calls).toEqual(["GET /float"]);
    expect(api.logged.filter((line) => line.includes("balance is low"))).toHaveLength(1);
    expect(await stockOf(bought.product)).toMatchObject([{ left: 0 }]);
    first.balance = 100_000;
    api.clock.turn(10 * MINUTE_MS);
    await runWorker(api);
    expect(await stockOf(bought.product)).toMatchObject([{ left: null }]);
  });

  test("offers a SKU no more once the supplier no longer sells it", async () => {
    const bought = await createProduct("first");
    first.decide = () => ({ state: "refused", reason: "not_sold" });
    await buy(bought);
    const { token } = await createShopper(api, {
      cart: [{ product_id: bought.product, selectedDenomination: bought.rupees, quantity: 1 }],
    });
    await runWorker(api);
    const answer = await place(api, token, { amount: bought.rupees });
    expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining("sold out")]);
  });

  test("two workers at once place each order once", async () => {
    const bought = await createProduct("first");
    const orders = await Promise.all(Array.from({ length: 6 }, () => buy(bought, 1)));
    await Promise.all([runWorker(api), runWorker(api)]);
    expect(callsOf(first).toSorted()).toEqual(Array(6).fill("POST /orders"));
    for (const { codes } of orders) expect(await codes()).toHaveLength(1);
  });

  // SQLite has one writer at a time, whatever a transaction says.
  const controlWithoutLocks = () =>
    test("control: without locks two workers at once ask twice at times", async () => {
      const bought = await createProduct("first");
      first.decide = () => ({ state: "working" });
      const isDouble = async () => {
        first.calls.splice(0);
        await Promise.all(Array.from({ length: 4 }, () => buy(bought, 1)));
        const shop = { ...api.shop(), db: locksOff(api.shop().db) };
        await Promise.all([askSuppliers(shop), askSuppliers(shop)]);
        return callsOf(first).length > 4;
      };
      expect(await waitUntil(isDouble)).toBe(true);
      for (const order of first.of(bought.sku)) order.state = "refused";
      api.clock.turn(MINUTE_MS);
      await runWorker(api);
    });
  if (engine === "postgres") controlWithoutLocks();

  test("splits an order that is larger than the supplier takes", async () => {
    const bought = await createProduct("first");
    const order = await buy(bought, 70);
    await runWorker(api);
    await runWorker(api);
    expect(
      first
        .of(bought.sku)
        .map(({ quantity }) => quantity)
        .toSorted(),
    ).toEqual([20, 50]);
    expect(await order.codes()).toHaveLength(70);
  });

  test("keeps codes in clear out of log and database", async () => {
    const bought = await createProduct("first");
    const order = await buy(bought, 1);
    await runWorker(api);
    const [code] = await order.codes();
    const stored = JSON.stringify([
      await supplyRows(bought.sku),
      await api.shop().db.read.selectFrom("vouchers").selectAll().execute(),
    ]);
    for (const text of [stored, api.logged.join("\n")]) {
      expect(text).not.toContain(code!.cardNumber);
      expect(text).not.toContain(SECRET);
    }
  });
});
