import type { Reader } from "../../db/database.ts";
import { UNFULFILLED } from "../../domain/orders.ts";
import { isLastTry } from "../refunds/last-try.ts";

/** The reasons for which somebody should look at an order. `any` is each of them except `partly`, which stays for ever. */
export const ATTENTION = ["any", "held", "undelivered", "paid_late", "refund", "partly", "supplier"] as const;
export type Attention = (typeof ATTENTION)[number];

/** The ids of these orders. Each part reads a list of open cases, which is much shorter than the list of orders. */
export function selectNeeding(db: Reader, attention: Attention) {
  switch (attention) {
    case "any":
      return selectHeld(db)
        .union(selectUndelivered(db))
        .union(selectPaidLate(db))
        .union(selectRefundsDue(db))
        .union(selectReturnsDue(db))
        .union(selectAtSupplier(db));
    case "held":
      return selectHeld(db);
    case "undelivered":
      return selectUndelivered(db);
    case "paid_late":
      return selectPaidLate(db);
    case "partly":
      return selectPartly(db);
    case "supplier":
      return selectAtSupplier(db);
    case "refund":
      return selectRefundsDue(db).union(selectReturnsDue(db));
  }
}

const selectOrders = (db: Reader) => db.selectFrom("orders").select("orders.id as id");

const selectHeld = (db: Reader) => selectOrders(db).where("review", "=", "held").where("status", "in", UNFULFILLED);

const selectUndelivered = (db: Reader) =>
  selectOrders(db)
    .where("status", "in", UNFULFILLED)
    .where(({ eb, or }) => or([eb("review", "is", null), eb("review", "<>", "held")]));

const selectPaidLate = (db: Reader) => selectOrders(db).where("status", "=", "paid_late");

const selectPartly = (db: Reader) =>
  selectOrders(db)
    .innerJoin("order_items", "order_items.order_id", "orders.id")
    .where("orders.status", "=", "completed")
    .where("order_items.status", "=", "refund_due");

const selectAtSupplier = (db: Reader) =>
  db
    .selectFrom("supply_orders")
    .innerJoin("order_items", "order_items.id", "supply_orders.order_item_id")
    .select("order_items.order_id as id")
    .where("supply_orders.state", "in", ["ready", "asked"]);

const selectRefundsDue = (db: Reader) =>
  db.selectFrom("refunds").select("order_id as id").where("sent_at", "is", null).where("amount", ">", 0);

/** Payments that are returned, not owed by an order, whose last try was not sent or has failed. */
const selectReturnsDue = (db: Reader) =>
  db
    .selectFrom("payment_refunds")
    .select("order_id as id")
    .where("state", "in", ["due", "failed"])
    .where("reason", "in", ["double", "mismatch"])
    .where(isLastTry);

/** The number of orders in the list with this filter; if `since` (ms) is given, only those placed at or after it. */
export async function countNeeding(db: Reader, attention: Attention, since?: number): Promise<number> {
  const { count } = await db
    .selectFrom("orders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("orders.id", "in", selectNeeding(db, attention))
    .$if(since !== undefined, (query) => query.where("orders.created_at", ">=", since!))
    .executeTakeFirstOrThrow();
  return Number(count);
}
