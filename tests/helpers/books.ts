import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Shop as ApiShop } from "../../api/shop.ts";
import type { Shop } from "./shop.ts";

function withBooks<T>(shop: Shop, brand: string, use: (db: Database.Database) => T): T {
  const db = new Database(join(shop.dataDir, `${brand}.db`), { timeout: 5_000 });
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** Puts an order back in time, as if it had been placed `seconds` earlier: a process of its own has no clock to turn. */
export const ageOrder = (shop: Shop, brand: string, orderId: string, seconds: number) =>
  withBooks(shop, brand, (db) => {
    const ms = seconds * 1000;
    db.transaction(() => {
      const order = db
        .prepare(
          "update orders set created_at = created_at - ?, expires_at = expires_at - ? where id = ? returning order_number",
        )
        .get(ms, ms, orderId) as { order_number: string } | undefined;
      if (!order) throw new Error(`No order ${orderId}`);
      db.prepare("update sandbox_payments set expires_at = expires_at - ? where order_number = ?").run(
        ms,
        order.order_number,
      );
    })();
  });

/** Makes every issuing of a voucher fail, as a full disk would; `false` takes it back. */
export const blockVouchers = (shop: Shop, brand: string, isBlocked: boolean) =>
  withBooks(shop, brand, (db) => {
    if (!isBlocked) return db.exec("drop trigger no_vouchers");
    return db.exec(
      "create trigger no_vouchers before update of order_item_id on vouchers begin select raise(abort, 'no vouchers'); end",
    );
  });

/** What a brand's books say about an order: its state, the vouchers it got, the coin entries it made (hundredths). */
export const bookedOrder = (shop: Shop, brand: string, orderId: string) =>
  withBooks(shop, brand, (db) => ({
    status: (db.prepare("select status from orders where id = ?").get(orderId) as { status: string } | undefined)
      ?.status,
    vouchers: (
      db
        .prepare(
          "select count(*) as n from vouchers where order_item_id in (select id from order_items where order_id = ?)",
        )
        .get(orderId) as { n: number }
    ).n,
    coins: db.prepare("select kind, amount from coin_entries where order_id = ? order by created_at").all(orderId),
  }));

/** The mails that the brand wrote about an order, as text. */
export function mailsAbout(shop: Shop, brand: string, orderNumber: string): string[] {
  const folder = join(shop.dataDir, "outbox", brand);
  if (!existsSync(folder)) return []; // nothing was ever sent
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const decode = (mail: string) =>
    mail
      .replace(/=\r?\n/g, "")
      .replace(/((?:=[0-9A-F]{2})+)/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString());
  return mails.map(decode).filter((mail) => mail.includes(orderNumber));
}

/** Everything in one shop's books that does not add up, as text; empty when they are in order. */
export async function findBookDifferences({ db }: ApiShop): Promise<string[]> {
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
