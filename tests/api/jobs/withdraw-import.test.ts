import { setTimeout } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { TenantDatabase } from "../../../api/db/database.ts";
import { CLAIM_MS, runJobs } from "../../../api/jobs/run-jobs.ts";
import { reserveUnits } from "../../../api/repositories/stock/reservations.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { createShopper, notify, paymentOf, placeOne } from "../../helpers/api/test-orders.ts";
import { runUntilKilled } from "../../helpers/database/dying-shop.ts";
import { locksOff } from "../../helpers/database/locks-off.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

/** Without any other stock. */
const PRODUCT_ID = PRODUCT.outOfStock;

let cards = 0;

describe.each(engines)("the withdrawal of an import on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  let sku: string;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
    const product = api.shop().db.read.selectFrom("products").select("sku").where("id", "=", PRODUCT_ID);
    ({ sku } = await product.executeTakeFirstOrThrow());
  });
  afterAll(() => api.close());

  const runAll = async () => {
    while (await runJobs(api.shop()));
  };
  const look = async (job: string) => (await desk.get(`/jobs/${job}`)).body;
  const linesOf = (count: number) => Array.from({ length: count }, () => `${sku},100,WITHDRAW-${++cards}`);

  /** Imports cards. @returns the import's job */
  async function importCards(lines: string[]): Promise<string> {
    const file = ["product,denomination,card_number", ...lines, ""].join("\n");
    const { body } = await desk.upload("/stock/imports?name=wrong.csv", file);
    await runAll();
    const applied = await desk.post(`/jobs/${body.job}/apply`);
    await runAll();
    return applied.body.job;
  }

  const withdraw = (job: string, body: object = { confirmed: "1", reason: "The wrong file", code: "000000" }) =>
    desk.post(`/jobs/${job}/withdraw`, body);
  const quantity = async () => {
    const row = api.shop().db.read.selectFrom("products").select("quantity").where("id", "=", PRODUCT_ID);
    return (await row.executeTakeFirstOrThrow()).quantity;
  };
  const cardsOf = (job: string) =>
    api.shop().db.read.selectFrom("vouchers").select(["id", "reserved_for"]).where("job_id", "=", job).execute();

  async function order(count: number) {
    const cart = [{ product_id: PRODUCT_ID, selectedDenomination: 100, quantity: count }];
    const shopper = await createShopper(api, { cart });
    const { orderId } = await placeOne(api, shopper.token, { amount: 100 * count });
    return { orderId: orderId as string, pay: async () => notify(api, await paymentOf(api, orderId)) };
  }

  test("takes what nobody has bought, leaves what is sold or reserved, and tells both", async () => {
    const had = await quantity();
    const lines = linesOf(1_203);
    const imported = await importCards(lines);
    await (await order(1)).pay();
    await order(2);
    expect((await look(imported)).undo.count).toBe(1_200);

    const started = await withdraw(imported);
    expect([started.status, started.body]).toEqual([200, { job: expect.any(String), kind: "stock.withdraw" }]);
    expect((await withdraw(imported)).body.job).toBe(started.body.job); // another press
    const { db } = api.shop();
    await db.transaction((tx) =>
      tx.updateTable("products").set({ stock_check_at: null }).where("id", "=", PRODUCT_ID).execute(),
    );
    await runUntilKilled(api.shop(), 2);
    api.clock.turn(CLAIM_MS);
    await runAll();
    expect((await look(started.body.job)).job).toMatchObject({
      kind: "stock.withdraw",
      label: "Undo of a stock import",
      state: "done",
      done: 1_203,
      total: 1_203,
      tallies: { withdrawn: 1_200, refused: 3 },
    });
    const { refused } = await look(started.body.job);
    const kept = (words: string) => ({ place: `${sku}, ₹100.00`, reason: expect.stringContaining(words) });
    expect(refused).toEqual(
      expect.arrayContaining(
        [kept("sold in order"), kept("reserved for order")].map((one) => expect.objectContaining(one)),
      ),
    );
    expect([await quantity(), (await cardsOf(imported)).length]).toEqual([had + 2, 3]);
    const [product] = await db.read
      .selectFrom("products")
      .select("stock_check_at")
      .where("id", "=", PRODUCT_ID)
      .execute();
    expect(product).toEqual({ stock_check_at: 0 });
    expect(await desk.acts(imported)).toContainEqual(
      expect.objectContaining({ act: "stock.withdraw", reason: "The wrong file" }),
    );

    expect((await look(imported)).undo).toMatchObject({ count: 0, undone_by: started.body.job });
    expect((await withdraw(imported)).body.job).toBe(started.body.job);
    const again = await importCards(lines);
    expect((await look(again)).job.tallies).toMatchObject({ added: 1_200 });
    await withdraw(again);
    await runAll();
  });

  test("waits for the import, a tick and those who may edit the stock", async () => {
    const imported = await importCards(linesOf(1));
    const withoutTick = await withdraw(imported, { reason: " ", code: "000000" });
    const errors = { confirmed: "Tick this to go on.", reason: "Say why, in a few words" };
    expect([withoutTick.status, withoutTick.body.errors]).toEqual([400, errors]);
    const support = await desk.member("support");
    const refused = await support("POST", `/jobs/${imported}/withdraw`, { confirmed: "1", code: "000000" });
    expect(refused.status).toBe(404);
    const checked = (await desk.upload("/stock/imports", "product,denomination,card_number")).body.job;
    expect((await withdraw(checked)).status).toBe(409);
    await runAll();
    expect(await cardsOf(imported)).toHaveLength(1);
    await withdraw(imported);
    await runAll();
  });

  /**
   * An order takes the import's only card, and has not ended when the withdrawal looks for it.
   * @param until the order ends once the withdrawal has found the card, or after so long (ms)
   * @returns the card afterwards
   */
  async function race(wrap: (db: TenantDatabase) => TenantDatabase, until: number) {
    const imported = await importCards(linesOf(1));
    const { orderId } = await order(1);
    const { db } = api.shop();
    const [line] = await db.read.selectFrom("order_items").select("id").where("order_id", "=", orderId).execute();
    await db.transaction((tx) =>
      tx.updateTable("vouchers").set({ reserved_for: null }).where("job_id", "=", imported).execute(),
    );
    await withdraw(imported);

    const [taken, found] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ordering = db.transaction(async (tx) => {
      const wanted = { orderItemId: line!.id, productId: PRODUCT_ID, faceValue: 10_000, quantity: 1, leastEnd: 0 };
      expect(await reserveUnits(tx, wanted, api.clock.now())).toHaveLength(1);
      taken.resolve();
      if (engine === "postgres") await Promise.race([found.promise, setTimeout(until)]);
    });
    await taken.promise;
    const withdrawing = runJobs({ ...api.shop(), db: wrap(tellFound(db, found.resolve)) });
    await Promise.all([ordering, withdrawing]);
    await runAll();
    return cardsOf(imported);
  }

  const tellFound = (db: TenantDatabase, tell: () => void): TenantDatabase => ({
    ...db,
    transaction: (fn) =>
      db.transaction((tx) =>
        fn(
          tx.withPlugin({
            transformQuery: ({ node }) => node,
            async transformResult({ result }) {
              if (result.rows.some((row) => "product_id" in row)) tell();
              return result;
            },
          }),
        ),
      ),
  });

  test("leaves a card to the order that is just taking it", async () => {
    expect(await race((db) => db, 1_000)).toEqual([{ id: expect.any(String), reserved_for: expect.any(String) }]);
  });

  if (engine === "postgres")
    test("with its locks off, withdraws a card that an order has taken", async () => {
      expect(await race(locksOff, 20_000)).toEqual([]);
    });
});
