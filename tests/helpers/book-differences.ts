import type { Shop } from "../../api/shop.ts";

/** Everything in one shop's books that does not add up, as text; empty when they are in order. */
export async function findBookDifferences({ db }: Shop): Promise<string[]> {
  const users = await db.read.selectFrom("users").select(["id", "coins"]).execute();
  const entries = await db.read.selectFrom("coin_entries").selectAll().execute();
  const orders = await db.read.selectFrom("orders").selectAll().execute();
  const items = await db.read.selectFrom("order_items").selectAll().execute();
  const holds = await db.read.selectFrom("coin_holds").selectAll().execute();
  const refunds = await db.read.selectFrom("refunds").selectAll().execute();
  const events = await db.read.selectFrom("payment_events").selectAll().execute();
  const payments = await db.read.selectFrom("payments").selectAll().execute();
  const vouchers = await db.read.selectFrom("vouchers").selectAll().execute();
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  const differences: string[] = [];
  const check = (isRight: boolean, text: string) => void (isRight || differences.push(text));

  for (const { id, coins } of users) {
    const total = sum(entries.filter(({ user_id }) => user_id === id).map(({ amount }) => amount));
    check(coins === total, `user ${id} has ${coins} hundredths, the ledger says ${total}`);
  }
  for (const order of orders) {
    const isOver = order.status === "completed" || order.status === "refund_due";
    const isPaid = order.status === "paid" || order.status === "fulfilling" || order.status === "completed";
    const own = items.filter(({ order_id }) => order_id === order.id);
    const hold = holds.find(({ order_id }) => order_id === order.id);
    const refund = refunds.find(({ order_id }) => order_id === order.id);
    const payment = payments.find(({ order_id }) => order_id === order.id);
    const name = `order ${order.id} (${order.status})`;

    check(
      sum(own.map((item) => item.denomination * item.quantity)) === order.total,
      `${name}: lines are not the total`,
    );
    check((hold?.amount ?? 0) === order.coins, `${name}: held ${hold?.amount} of ${order.coins} coins`);
    if (hold) {
      const expected = order.status === "pending" ? "held" : isPaid ? "spent" : undefined;
      check(expected === undefined || hold.state === expected, `${name}: its coins are ${hold.state}`);
      const ledger = sum(
        entries.filter((e) => e.order_id === order.id && e.kind !== "refund").map(({ amount }) => amount),
      );
      check(ledger === (hold.state === "released" ? 0 : -order.coins), `${name}: the ledger moved ${ledger}`);
    }
    for (const item of own) {
      const count = vouchers.filter(({ order_item_id }) => order_item_id === item.id).length;
      check(count <= item.quantity, `${name}: line ${item.position} has ${count} vouchers of ${item.quantity}`);
      check(!isOver || count === item.issued, `${name}: line ${item.position} says ${item.issued}, has ${count}`);
      check(order.status !== "completed" || item.status !== "open", `${name}: line ${item.position} is open`);
    }
    if (order.amount > 0 && isPaid) {
      const paid = events.filter((e) => e.payment_id === payment?.id && e.outcome.startsWith("paid"));
      check(paid.length === 1, `${name}: paid by ${paid.length} events`);
    }
    if (order.status === "completed" || refund?.reason === "no_stock") {
      const served = sum(own.map((item) => item.issued * item.denomination));
      const back = (refund?.amount ?? 0) + (refund?.coins ?? 0);
      check(served + back === order.total, `${name}: served ${served} and paid back ${back} of ${order.total}`);
    }
    check(order.status !== "refund_due" || refund !== undefined, `${name}: nothing is due`);
  }
  return differences;
}
