import type { Reader } from "../../db/database.ts";

export type Ledger = Awaited<ReturnType<typeof readLedger>>;

/** Reads all books in one consistent snapshot, also while orders arrive. */
export const readLedger = (db: Reader) =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => ({
      users: await tx.selectFrom("users").select(["id", "coins"]).execute(),
      coinEntries: await tx.selectFrom("coin_entries").selectAll().execute(),
      coinLots: await tx.selectFrom("coin_lots").select(["id", "user_id", "remaining"]).execute(),
      coinLotMoves: await tx.selectFrom("coin_lot_moves").selectAll().execute(),
      coinHolds: await tx.selectFrom("coin_holds").selectAll().execute(),
      coupons: await tx.selectFrom("coupons").select(["id", "amount", "redeemed_by"]).execute(),
      orders: await tx.selectFrom("orders").selectAll().execute(),
      orderItems: await tx.selectFrom("order_items").selectAll().execute(),
      gifts: await tx.selectFrom("gifts").select(["order_item_id", "due_at"]).execute(),
      giftMails: await tx
        .selectFrom("gift_links")
        .innerJoin("outbox", "outbox.about", "gift_links.token_hash")
        .select("gift_links.order_item_id")
        .where("outbox.kind", "=", "gift")
        .execute(),
      payments: await tx.selectFrom("payments").select(["id", "order_id", "amount"]).execute(),
      paymentEvents: await tx.selectFrom("payment_events").select(["payment_id", "outcome"]).execute(),
      receipts: await tx.selectFrom("receipts").select(["order_id", "financial_year", "serial"]).execute(),
      receiptCounters: await tx.selectFrom("receipt_counters").selectAll().execute(),
      refunds: await tx.selectFrom("refunds").selectAll().execute(),
      issued: await tx
        .selectFrom("vouchers")
        .select(["id", "order_item_id", "reserved_for"])
        .where("order_item_id", "is not", null)
        .execute(),
      reserved: await tx
        .selectFrom("vouchers")
        .select(["id", "reserved_for"])
        .where("order_item_id", "is", null)
        .where("reserved_for", "is not", null)
        .execute(),
      supplyOrders: await tx.selectFrom("supply_orders").select(["ref", "issued"]).execute(),
      supplied: await tx
        .selectFrom("vouchers")
        .select(["supply_ref", "order_item_id", "expires_at"])
        .where("supply_ref", "is not", null)
        .execute(),
    }));
