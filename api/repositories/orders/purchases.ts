import { compileQuery, type Param } from "../../db/compiled-query.ts";
import type { Writer } from "../../db/database.ts";
import { BOUGHT } from "../../domain/orders.ts";
import type { Purchases, purchaseWindows } from "../../domain/purchase-limits.ts";

/** The buyer: the account, and the keys of its mailbox and payer if known (domain/purchase-keys.ts). */
type PurchaseKeys = { userId: string; mailboxKey: string | null; payerKey: string | null };

type Windows = ReturnType<typeof purchaseWindows>;

/**
 * Sums the purchases within the windows by the same account, mailbox or payer. Unpaid orders do not count: otherwise
 * one shopper's could use up another's limit.
 */
export async function readPurchases(tx: Writer, keys: PurchaseKeys, windows: Windows): Promise<Purchases> {
  const [row] = await selectPurchases(tx, { ...keys, ...windows });
  const { of_day, total_of_day, of_hour, of_week, total_of_week, largest_before } = row!;
  return {
    ordersOfDay: of_day,
    totalOfDay: total_of_day ?? 0,
    unreviewed: { ordersOfHour: of_hour, ordersOfWeek: of_week, totalOfWeek: total_of_week ?? 0 },
    largestBefore: largest_before ?? 0,
  };
}

const selectPurchases = compileQuery((db, param: Param<PurchaseKeys & Windows>) => {
  const bought = db
    .selectFrom("orders")
    .select(["id", "user_id", "total", "created_at", "review"])
    .where("status", "in", BOUGHT);
  const recent = bought.where("created_at", ">", param("week"));
  // A union, because PostgreSQL plans an "or" of three indexes badly. It also removes duplicates.
  return db
    .selectFrom(
      bought
        .where("user_id", "=", param("userId"))
        .union(recent.where("mailbox_key", "=", param("mailboxKey")))
        .union(recent.where("payer_key", "=", param("payerKey")))
        .as("orders"),
    )
    .select(({ fn, eb, and, or }) => {
      const isReleased = eb("review", "=", "released");
      const isUnreviewed = or([eb("review", "is", null), eb("review", "<>", "released")]);
      const inDay = eb("created_at", ">", param("day"));
      const inHour = and([eb("created_at", ">", param("hour")), isUnreviewed]);
      const inWeek = and([eb("created_at", ">", param("week")), isUnreviewed]);
      const isOldEnough = and([eb("created_at", "<=", param("history")), eb("review", "is", null)]);
      const isEarlier = and([eb("user_id", "=", param("userId")), or([isOldEnough, isReleased])]);
      return [
        fn.countAll<number>().filterWhere(inDay).as("of_day"),
        fn.sum<number | null>("total").filterWhere(inDay).as("total_of_day"),
        fn.countAll<number>().filterWhere(inHour).as("of_hour"),
        fn.countAll<number>().filterWhere(inWeek).as("of_week"),
        fn.sum<number | null>("total").filterWhere(inWeek).as("total_of_week"),
        fn.max<number | null>("total").filterWhere(isEarlier).as("largest_before"),
      ];
    });
});
