import { compileOnce, type Param } from "../db/compile-once.ts";
import type { Writer } from "../db/database.ts";
import { BOUGHT } from "../domain/orders.ts";
import type { Purchases } from "../domain/purchase-limits.ts";

/** Who buys: the account, and the keys of its mailbox and payer where they are known (domain/purchase-keys.ts). */
type PurchaseKeys = { userId: string; mailboxKey: string | null; payerKey: string | null };

/**
 * What was bought since `since` (ms) by the account, or from the same mailbox, or with the same payer's money. Unpaid orders
 * never count: one shopper's would use up what another can buy.
 */
export async function readPurchases(tx: Writer, keys: PurchaseKeys, since: number): Promise<Purchases> {
  const [row] = await selectPurchases(tx, { ...keys, since });
  const { orders, total, own } = row!;
  return { ordersOfDay: orders, totalOfDay: total ?? 0, hasBoughtBefore: own > 0 };
}

const selectPurchases = compileOnce((db, param: Param<PurchaseKeys & { since: number }>) => {
  const bought = db.selectFrom("orders").select(["id", "user_id", "total", "created_at"]).where("status", "in", BOUGHT);
  const recent = bought.where("created_at", ">", param("since"));
  // A union, since PostgreSQL plans an "or" of three indexes badly; it also counts once what several of them find.
  return db
    .selectFrom(
      bought
        .where("user_id", "=", param("userId"))
        .union(recent.where("mailbox_key", "=", param("mailboxKey")))
        .union(recent.where("payer_key", "=", param("payerKey")))
        .as("orders"),
    )
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("created_at", ">", param("since")).as("orders"),
      fn.sum<number | null>("total").filterWhere("created_at", ">", param("since")).as("total"),
      fn.countAll<number>().filterWhere("user_id", "=", param("userId")).as("own"),
    ]);
});
