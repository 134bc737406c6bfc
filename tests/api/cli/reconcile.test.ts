import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { expireLapsedCoins } from "../../../api/coins/expire-coins.ts";
import { grantCoins } from "../../../api/coins/grant-coins.ts";
import { takeCoins } from "../../../api/coins/take-coins.ts";
import type { Reader } from "../../../api/db/database.ts";
import type { CoinEntryKind } from "../../../api/domain/coins.ts";
import { refundUnits } from "../../../api/orders/refund-order.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, paymentOf, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DAY = 24 * 60 * 60_000;

/**
 * The sums once more, from other rows than the command reads: lines in place of orders, states in place of receipts, the moves of
 * lots in place of the coin ledger, and what gateways were asked for in place of what is owed. In paise and hundredths.
 */
function sumByHand(db: Reader) {
  const sum = (
    table: "payment_events" | "payment_refunds" | "coin_holds" | "coin_entries",
    where: RawBuilder<boolean>,
  ) =>
    db
      .selectFrom(table as "coin_entries")
      .select(sql<unknown>`sum(amount)`.as("sum"))
      .where(where);
  const moved = (...kinds: CoinEntryKind[]) =>
    db
      .selectFrom("coin_lot_moves")
      .select(sql<unknown>`sum(amount)`.as("sum"))
      .where("entry_id", "in", db.selectFrom("coin_entries").select("id").where("kind", "in", kinds));
  return {
    orders: db
      .selectFrom("orders")
      .select(sql<unknown>`count(*) * 100`.as("sum"))
      .where("status", "in", ["paid", "paid_late", "fulfilling", "completed"]),
    sold: db
      .selectFrom("order_items")
      .select(sql<unknown>`sum(denomination * quantity)`.as("sum"))
      .where("order_id", "in", db.selectFrom("receipts").select("order_id")),
    sold_for_cash: sum("payment_events", sql`outcome in ('paid', 'paid_late')`),
    sold_for_coins: sum("coin_holds", sql`state = 'spent'`),
    received: sum("payment_events", sql`outcome not in ('failed', 'ignored')`),
    refunded: sum("payment_refunds", sql`reason = 'order'`),
    refunded_coins: sum("coin_entries", sql`kind = 'refund'`),
    returned: sum("payment_refunds", sql`reason <> 'order'`),
    coins_issued: moved("coupon", "grant"),
    coins_spent: moved("hold", "rehold", "release"),
    coins_given_back: moved("refund"),
    coins_lapsed: moved("expiry"),
    coins_taken_back: moved("taken"),
  };
}

describe.each(engines)("awning reconcile on %s", (engine) => {
  let api: TestApi;
  let cli: Cli;
  beforeAll(async () => {
    api = await startTestApi(engine, {});
    cli = createCli(api.storage, { acme: {}, globex: {} });
    await stockUp(api, 40);
  });
  afterAll(() => api.close());

  async function readByHand() {
    const found: Record<string, number> = {};
    for (const [name, query] of Object.entries(sumByHand(api.shop().db.read)))
      found[name] = Number((await query.executeTakeFirstOrThrow()).sum ?? 0) / 100;
    return found;
  }

  test("prints the sums of books with sales, refunds, a second payment, and every fate of coins", async () => {
    const shop = api.shop();
    const [bought, twice] = [await startOrder(api), await startOrder(api)];
    await notify(api, bought.payment);
    const line = await shop.db.read
      .selectFrom("order_items")
      .select("id")
      .where("order_id", "=", bought.orderId)
      .executeTakeFirstOrThrow();
    const { orderId } = bought;
    await refundUnits(shop, { orderId, units: { [line.id]: 1 }, number: 1, isEvenIfRevealed: true });
    for (const received_id of ["first", "second"]) await notify(api, { ...twice.payment, received_id });
    const thrifty = await createShopper(api, { coins: 1_250.5 });
    await takeCoins(shop, { userId: thrifty.userId, amount: 5_025, reason: "a mistake" });
    await startOrder(api); // waits for its payment, and holds coins
    const lapsing = await createShopper(api, { cart: [] });
    await grantCoins(shop, { userId: lapsing.userId, amount: 777 });
    api.clock.turn(shop.tenant.coins.validDays * DAY + 1);
    await expireLapsedCoins(shop);

    const byHand = await readByHand();
    for (const [name, sum] of Object.entries(byHand)) expect([name, sum]).not.toEqual([name, 0]);
    const { acme } = (await cli.json("reconcile", "acme", "--sums")) as {
      acme: { sums: object; differences: string[] };
    };
    expect(acme).toEqual({ differences: [], sums: byHand });
    const lines = Object.entries(byHand).map(([name, sum]) => `acme: ${name.padEnd(18)}${sum}`);
    expect((await cli.ok("reconcile", "acme", "--sums")).trim().split("\n")).toEqual([...lines, "acme: 0 differences"]);
  });

  test("prints sums of 0 for a brand without orders, and none without --sums", async () => {
    const { globex } = (await cli.json("reconcile", "globex", "--sums")) as { globex: { sums: object } };
    expect(globex.sums).toEqual(Object.fromEntries(Object.keys(await readByHand()).map((name) => [name, 0])));
    expect(await cli.json("reconcile", "globex")).toEqual({ globex: [] });
  });

  test("ends with 1 where the books differ, and prints the sums all the same", async () => {
    const { orderId } = await startOrder(api);
    const payment = await paymentOf(api, orderId);
    await notify(api, payment);
    const { db } = api.shop();
    const receipt = await db.transaction((tx) =>
      tx.deleteFrom("receipts").where("order_id", "=", orderId).returningAll().executeTakeFirstOrThrow(),
    );
    const { code, stdout } = await cli.run(["reconcile", "acme", "--sums"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^acme: .*receipt/m);
    expect(stdout).toMatch(/^acme: sold {14}\d/m);
    await db.transaction((tx) => tx.insertInto("receipts").values(receipt).execute());
  });
});
