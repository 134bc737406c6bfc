import type { Reader } from "../../db/database.ts";

const PAGE = 500;

/** Rows whose key is above `after` and not above `last`. */
type Range = { after: string; last: string };

/** Reads the books in one consistent snapshot, also while orders arrive. */
export const withBooks = <T>(db: Reader, read: (books: Reader) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel("repeatable read").execute(read);

/** Ranges of keys with at most a page of rows each, so that no whole list of a large shop is in memory. */
async function* rangesOf(listKeys: (after: string) => Promise<{ key: string }[]>): AsyncGenerator<Range> {
  for (let after = ""; ;) {
    const last = (await listKeys(after)).at(-1)?.key;
    if (last === undefined) return;
    yield { after, last };
    after = last;
  }
}

export type Wallets = Awaited<ReturnType<typeof readWallets>>;

/** Shoppers with their coins. */
export async function* listWallets(books: Reader): AsyncGenerator<Wallets> {
  const users = (after: string) =>
    books.selectFrom("users").select("id as key").where("id", ">", after).orderBy("id").limit(PAGE).execute();
  for await (const range of rangesOf(users)) yield await readWallets(books, range);
}

async function readWallets(books: Reader, { after, last }: Range) {
  return {
    users: await books
      .selectFrom("users")
      .select(["id", "coins"])
      .where("id", ">", after)
      .where("id", "<=", last)
      .orderBy("id")
      .execute(),
    entries: await books
      .selectFrom("coin_entries")
      .select(["id", "user_id", "kind", "amount"])
      .where("user_id", ">", after)
      .where("user_id", "<=", last)
      .execute(),
    lots: await books
      .selectFrom("coin_lots")
      .select(["id", "user_id", "remaining"])
      .where("user_id", ">", after)
      .where("user_id", "<=", last)
      .execute(),
    moves: await books
      .selectFrom("coin_lot_moves as move")
      .innerJoin("coin_entries as entry", "entry.id", "move.entry_id")
      .select(["move.entry_id", "move.lot_id", "move.amount"])
      .where("entry.user_id", ">", after)
      .where("entry.user_id", "<=", last)
      .execute(),
  };
}

/** Coupons, each with the entry that credited it. */
export async function* listCoupons(books: Reader) {
  const coupons = (after: string) =>
    books
      .selectFrom("coupons")
      .leftJoin("coin_entries as entry", "entry.coupon_id", "coupons.id")
      .select(["coupons.id as key", "coupons.amount", "redeemed_by"])
      .select(["entry.user_id as credited_to", "entry.amount as credited"])
      .where("coupons.id", ">", after)
      .orderBy("coupons.id")
      .limit(PAGE)
      .execute();
  for (let page = await coupons(""); page.length > 0; page = await coupons(page.at(-1)!.key)) yield page;
}

/** Receipts' serials in their order, by financial year. */
export async function* listSerials(books: Reader) {
  type Serial = { financial_year: string; serial: number };
  const serials = ({ financial_year: year, serial }: Serial) =>
    books
      .selectFrom("receipts")
      .select(["financial_year", "serial"])
      .where(({ eb, and, or }) =>
        or([eb("financial_year", ">", year), and([eb("financial_year", "=", year), eb("serial", ">", serial)])]),
      )
      .orderBy("financial_year")
      .orderBy("serial")
      .limit(PAGE)
      .execute();
  for (let page = await serials({ financial_year: "", serial: 0 }); page.length > 0; page = await serials(page.at(-1)!))
    yield page;
}

export const listReceiptCounters = (books: Reader) => books.selectFrom("receipt_counters").selectAll().execute();

/** The numbers of cards of supply orders: issued, delivered, and delivered with an end but not for their line. */
export async function* listSupplied(books: Reader) {
  const orders = (after: string) =>
    books
      .selectFrom("supply_orders")
      .leftJoin("vouchers", "vouchers.supply_ref", "supply_orders.ref")
      .select(({ fn }) => [
        "supply_orders.ref as key",
        "supply_orders.issued",
        fn.count<number>("vouchers.id").as("brought"),
        fn
          .count<number>("vouchers.id")
          .filterWhere(({ eb, or, ref }) =>
            or([
              eb("vouchers.order_item_id", "is", null),
              eb("vouchers.order_item_id", "<>", ref("supply_orders.order_item_id")),
            ]),
          )
          .filterWhere("vouchers.expires_at", "is not", null)
          .as("elsewhere"),
      ])
      .where("supply_orders.ref", ">", after)
      .groupBy(["supply_orders.ref", "supply_orders.issued"])
      .orderBy("supply_orders.ref")
      .limit(PAGE)
      .execute();
  for (let page = await orders(""); page.length > 0; page = await orders(page.at(-1)!.key)) yield page;
}

export type OrderBooks = Awaited<ReturnType<typeof readOrders>>;

/** Orders with all their parts. */
export async function* listOrderBooks(books: Reader): AsyncGenerator<OrderBooks> {
  const orders = (after: string) =>
    books.selectFrom("orders").select("id as key").where("id", ">", after).orderBy("id").limit(PAGE).execute();
  for await (const range of rangesOf(orders)) yield await readOrders(books, range);
}

async function readOrders(books: Reader, { after, last }: Range) {
  const lines = books
    .selectFrom("order_items as line")
    .where("line.order_id", ">", after)
    .where("line.order_id", "<=", last);
  const payments = books
    .selectFrom("payments as payment")
    .where("payment.order_id", ">", after)
    .where("payment.order_id", "<=", last);
  return {
    orders: await books
      .selectFrom("orders")
      .select(["id", "status", "total", "coins", "amount"])
      .where("id", ">", after)
      .where("id", "<=", last)
      .orderBy("id")
      .execute(),
    lines: await lines.selectAll().execute(),
    /** Cards that were handed over. */
    issued: await lines
      .innerJoin("vouchers", "vouchers.order_item_id", "line.id")
      .select("vouchers.order_item_id")
      .execute(),
    /** Cards that lines hold, or that were handed over for another line in the meantime. */
    held: await lines
      .innerJoin("vouchers", "vouchers.reserved_for", "line.id")
      .select(["vouchers.id", "vouchers.reserved_for", "vouchers.order_item_id"])
      .execute(),
    gifts: await lines
      .innerJoin("gifts", "gifts.order_item_id", "line.id")
      .select(["gifts.order_item_id", "gifts.due_at"])
      .execute(),
    giftMails: await lines
      .innerJoin("gift_links", "gift_links.order_item_id", "line.id")
      .innerJoin("outbox", "outbox.about", "gift_links.token_hash")
      .select("gift_links.order_item_id")
      .where("outbox.kind", "=", "gift")
      .execute(),
    entries: await books
      .selectFrom("coin_entries")
      .select(["order_id", "kind", "amount", "refund_number"])
      .where("order_id", ">", after)
      .where("order_id", "<=", last)
      .execute(),
    holds: await books
      .selectFrom("coin_holds")
      .selectAll()
      .where("order_id", ">", after)
      .where("order_id", "<=", last)
      .execute(),
    refunds: await books
      .selectFrom("refunds")
      .selectAll()
      .where("order_id", ">", after)
      .where("order_id", "<=", last)
      .execute(),
    /** Tries to send the cash of refunds that have not failed. */
    sent: await books
      .selectFrom("payment_refunds")
      .select(["order_id", "refund_number", "amount"])
      .where("order_id", ">", after)
      .where("order_id", "<=", last)
      .where("reason", "=", "order")
      .where("state", "<>", "failed")
      .execute(),
    receipts: await books
      .selectFrom("receipts")
      .select("order_id")
      .where("order_id", ">", after)
      .where("order_id", "<=", last)
      .execute(),
    payments: await payments.select(["payment.id", "payment.order_id", "payment.amount"]).execute(),
    events: await payments
      .innerJoin("payment_events as event", "event.payment_id", "payment.id")
      .select(["payment.order_id", "event.outcome"])
      .execute(),
  };
}
