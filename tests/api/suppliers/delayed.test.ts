import { randomUUID } from "node:crypto";

import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { readBalance } from "../../../api/catalogue/read-balances.ts";
import { askSuppliers } from "../../../api/orders/ask-suppliers.ts";
import { findDelayed } from "../../../api/orders/find-delayed.ts";
import { finishOrder } from "../../../api/orders/fulfil-order.ts";
import { countNeeding } from "../../../api/repositories/orders/attention.ts";
import { holdOrder, listOrderItems, listOwnOrders, settleOrderItem } from "../../../api/repositories/orders/orders.ts";
import { listDelayedOrders } from "../../../api/repositories/suppliers/supply-orders.ts";
import { refundMissing } from "../../helpers/api/decide.ts";
import { refuseOrder } from "../../helpers/api/decide.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, orderRow, paymentOf, placeOne, runWorker } from "../../helpers/api/test-orders.ts";
import { createStatementLog } from "../../helpers/database/counted-work.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { acmeSuppliers } from "../../helpers/suppliers/acme-suppliers.ts";
import { type ScriptedSupplier, startScriptedSupplier } from "../../helpers/suppliers/scripted-supplier.ts";
import { createSuppliedProduct } from "../../helpers/suppliers/supplied-product.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const RUPEES = 110;
const ON_TIME = { is_on_its_way: true, is_delayed: false };
const LATE = { is_on_its_way: true, is_delayed: true };
const THERE = { is_on_its_way: false, is_delayed: false };

describe.each(engines)("an order that waits for a supplier on %s", (engine) => {
  let api: TestApi;
  const suppliers = {} as Record<"first" | "second", ScriptedSupplier>;
  beforeAll(async () => {
    for (const name of ["first", "second"] as const) suppliers[name] = await startScriptedSupplier();
    for (const supplier of Object.values(suppliers)) supplier.decide = deliver;
    api = await startTestApi(engine, acmeSuppliers(suppliers));
    await runWorker(api); // has read the balances
  });
  afterEach(async () => {
    for (const supplier of Object.values(suppliers)) {
      supplier.faults.splice(0);
      supplier.balance = 10_000_000;
      supplier.decide = deliver;
    }
    for (const name of Object.keys(suppliers)) await readBalance(api.shop(), name);
    api.clock.turn(DAY_MS);
    for (let round = 0; round < 3; round++) await runWorker(api);
  });
  afterAll(async () => {
    for (const supplier of Object.values(suppliers)) await supplier.close();
    await api.close();
  });

  const deliver: ScriptedSupplier["decide"] = () => ({ state: "complete", cards: [{ card_number: randomUUID() }] });
  const breakDown = ({ faults }: ScriptedSupplier) => faults.push(...Array<number>(50).fill(503));

  /** A paid order of one card, which has been given to this supplier and not sent yet. */
  async function buy(supplier: keyof typeof suppliers, known?: { token: string; userId: string; email: string }) {
    const product = await createSuppliedProduct(api, {
      sku: randomUUID(),
      paise: RUPEES * 100,
      suppliers: [supplier],
    });
    const shopper = known ?? (await createShopper(api, { cart: [] }));
    const cart_items = [{ product_id: product, selectedDenomination: RUPEES, quantity: 1, to_pay: RUPEES }];
    await api.request("POST", "/cart/", { token: shopper.token, body: { cart_items } });
    const { orderId } = await placeOne(api, shopper.token, { amount: RUPEES });
    await notify(api, await paymentOf(api, orderId));
    await waitUntil(async () => (await supplyOrdersOf(orderId)).length > 0);
    return { ...shopper, orderId: orderId as string };
  }

  const supplyOrdersOf = (orderId: string) =>
    api
      .shop()
      .db.read.selectFrom("supply_orders")
      .innerJoin("order_items", "order_items.id", "supply_orders.order_item_id")
      .select(["supply_orders.state", "supply_orders.reason"])
      .where("order_id", "=", orderId)
      .execute();

  /** What each of the three calls about an order says. */
  async function expectTold({ token, orderId }: { token: string; orderId: string }, told: object) {
    const [listed, status, details] = await Promise.all([
      api.request("GET", "/order-history/", { token }),
      api.request("GET", `/place-order/?order_id=${orderId}&decoded_status=false`, { token }),
      api.request("GET", `/order-status/?order_id=${orderId}&decode_status=false`, { token }),
    ]);
    const past = listed.body.find(({ id }: { id: string }) => id === orderId);
    for (const answer of [past, status.body, details.body]) expect(answer).toMatchObject(told);
  }

  test("is delayed while the supplier cannot be asked, and no longer once it answers", async () => {
    const [order, other] = [await buy("first"), await buy("second")];
    suppliers.second.decide = () => ({ state: "working" });
    await expectTold(order, ON_TIME);
    breakDown(suppliers.first);
    await askSuppliers(api.shop());
    await expectTold(order, LATE);
    await expectTold(other, ON_TIME);
    expect(await supplyOrdersOf(order.orderId)).toEqual([{ state: "asked", reason: "unreachable" }]);

    suppliers.first.faults.splice(0);
    suppliers.first.decide = () => ({ state: "working" });
    api.clock.turn(MINUTE_MS);
    await askSuppliers(api.shop());
    await expectTold(order, ON_TIME);
    expect(await supplyOrdersOf(order.orderId)).toEqual([{ state: "asked", reason: null }]);
  });

  test("is delayed from its payment on where the supplier is known to be down, until its cards are there", async () => {
    breakDown(suppliers.first);
    await readBalance(api.shop(), "first");
    const [order, other] = [await buy("first"), await buy("second")];
    await expectTold(order, LATE);
    await expectTold(other, ON_TIME);
    suppliers.first.faults.splice(0);
    await askSuppliers(api.shop());
    await expectTold(order, THERE);
  });

  test("is delayed while the supplier's balance is too low, until its cards are there", async () => {
    suppliers.first.decide = () => ({ state: "refused", reason: "float_low" });
    const order = await buy("first");
    await askSuppliers(api.shop());
    await expectTold(order, LATE);
    suppliers.first.decide = deliver;
    api.clock.turn(6 * MINUTE_MS);
    await askSuppliers(api.shop());
    await expectTold(order, THERE);
  });

  test("is not delayed once it was refunded, nor while somebody reviews it", async () => {
    breakDown(suppliers.first);
    const [order, held] = [await buy("first"), await buy("first")];
    await askSuppliers(api.shop());
    await expectTold(order, LATE);
    const hold = (review: "held" | null) =>
      api
        .shop()
        .db.transaction((tx) => tx.updateTable("orders").set({ review }).where("id", "=", held.orderId).execute());
    await hold("held");
    await expectTold(held, { is_being_checked: true, ...THERE });
    await hold(null);
    api.clock.turn(121 * MINUTE_MS);
    await askSuppliers(api.shop());
    const { access_token: token } = (await api.login(order.email)).body;
    await expectTold({ ...order, token }, THERE);
    expect(await supplyOrdersOf(order.orderId)).toEqual([{ state: "late", reason: "unreachable" }]);
  });

  test("is neither completed nor refunded in part while it is held, and refunded whole if it is refused", async () => {
    breakDown(suppliers.first);
    const order = await buy("first");
    const { db } = api.shop();
    await db.transaction((tx) => holdOrder(tx, order.orderId, "disputed", api.clock.now()));
    await expect(refundMissing(api.shop(), order.orderId)).rejects.toThrow("This order is held");
    expect(await countNeeding(db.read, "held")).toBe(1);
    suppliers.first.faults.splice(0);
    await db.transaction(async (tx) => {
      for (const item of await listOrderItems(tx, order.orderId)) await settleOrderItem(tx, item, 0);
      await finishOrder(tx, api.shop(), order.orderId);
    });
    expect(await orderRow(api, order.orderId)).toMatchObject({ status: "fulfilling", review: "held" });
    expect(await refuseOrder(api.shop(), order.orderId)).toBe(true);
    expect(await orderRow(api, order.orderId)).toMatchObject({ status: "refund_due" });
  });

  test("is not bought once it was refunded, though its supplier has never seen it and its time is not over", async () => {
    breakDown(suppliers.first);
    const order = await buy("first");
    await askSuppliers(api.shop());
    await refundMissing(api.shop(), order.orderId);
    suppliers.first.faults.splice(0);
    suppliers.first.calls.length = 0;
    api.clock.turn(MINUTE_MS);
    await askSuppliers(api.shop());
    expect(suppliers.first.calls).toEqual([expect.stringContaining("GET /orders/")]);
    expect(await supplyOrdersOf(order.orderId)).toMatchObject([{ state: "refused" }]);
  });

  test("costs one query for all orders of a list, and none where no order waits or the brand has no suppliers", async () => {
    const shopper = await buy("first");
    await buy("first", shopper);
    const log = createStatementLog();
    const shop = { ...api.shop(), db: log.watch(api.shop().db) };
    const waiting = await listOwnOrders(api.shop().db.read, shopper.userId);
    expect(waiting.map(({ status }) => status)).toEqual(["fulfilling", "fulfilling"]);
    await findDelayed(shop, waiting);
    expect(log.take()).toHaveLength(1);

    await findDelayed({ ...shop, suppliers: new Map() }, waiting);
    await askSuppliers(api.shop());
    const bought = await listOwnOrders(api.shop().db.read, shopper.userId);
    expect(bought.map(({ status }) => status)).toEqual(["completed", "completed"]);
    await findDelayed(shop, bought);
    expect(log.take()).toEqual([]);
  });
});

test("delayed orders are found by indexes", async () => {
  const api = await startTestApi("sqlite");
  const { read } = api.shop().db;
  const executor = read.getExecutor();
  const execute = executor.executeQuery.bind(executor) as typeof executor.executeQuery;
  const executed: CompiledQuery[] = [];
  executor.executeQuery = (query, ...options) => {
    executed.push(query);
    return execute(query, ...options);
  };
  await listDelayedOrders(read, ["one", "two"]);
  const [{ sql, parameters }] = executed as [CompiledQuery];
  const plan = await read.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
  const steps = plan.rows.map((row) => (row as { detail: string }).detail);
  expect(steps.filter((step) => /order_items|supply_orders|supplier_states|later/.test(step))).toEqual([
    expect.stringMatching(/^SEARCH order_items USING INDEX .*order_id=\?/),
    expect.stringMatching(/^SEARCH supply_orders USING INDEX supply_orders_item /),
    expect.stringMatching(/^SEARCH supplier_states USING INDEX /),
    expect.stringMatching(/^SEARCH later USING INDEX .*order_item_id=\?/),
  ]);
  await api.close();
});
