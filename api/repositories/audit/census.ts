import { compileQuery } from "../../db/compiled-query.ts";
import type { Reader } from "../../db/database.ts";
import { UNFULFILLED } from "../../domain/orders.ts";
import { isLastTry } from "../refunds/last-try.ts";
import { selectFree } from "../stock/free-cards.ts";
import { selectOffers } from "../suppliers/product-sources.ts";

// The open work of a shop, for its metrics. Each query reads an index of open rows, so its cost does not grow with the shop's
// history.

type OpenOrders = {
  status: string;
  review: string | null;
  /** Truthy while a supplier has time to deliver. */
  is_at_supplier: unknown;
  count: number;
  placedAt: number;
  changedAt: number;
};

/**
 * Orders that have not ended: the number of each status, and the times at which the first of them was placed and changed (ms).
 */
export const countOpenOrders = compileQuery<{ now: number }, OpenOrders>((db, param) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom("orders")
        .select(["status", "review", "created_at", "updated_at"])
        .select(({ exists, selectFrom }) =>
          exists(
            selectFrom("supply_orders")
              .innerJoin("order_items", "order_items.id", "supply_orders.order_item_id")
              .select("supply_orders.ref")
              .whereRef("order_items.order_id", "=", "orders.id")
              .where("supply_orders.next_try_at", "is not", null)
              .where("supply_orders.give_up_at", ">", param("now")),
          ).as("is_at_supplier"),
        )
        .where("status", "in", ["pending", ...UNFULFILLED])
        .as("open_orders"),
    )
    .select(({ fn }) => [
      "status",
      "review",
      "is_at_supplier",
      fn.countAll<number>().as("count"),
      fn.min<number>("created_at").as("placedAt"),
      fn.min<number>("updated_at").as("changedAt"),
    ])
    .groupBy(["status", "review", "is_at_supplier"]),
);

/** Refunds that wait to be sent. */
export const countRefundsDue = compileQuery<object, { count: number; since: number | null }>((db) =>
  db
    .selectFrom("refunds")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min<number | null>("created_at").as("since")])
    .where("sent_at", "is", null)
    .where("amount", ">", 0),
);

/**
 * Payments, not owed by an order, whose last try at a refund waits for somebody: the gateway gave no result, or the refund has
 * failed.
 */
export const countReturnsDue = compileQuery<object, { count: number; since: number | null }>((db) =>
  db
    .selectFrom("payment_refunds")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min<number | null>("created_at").as("since")])
    .where("reason", "in", ["double", "mismatch"])
    .where("state", "in", ["due", "failed"])
    .where("next_try_at", "is", null)
    .where(isLastTry),
);

/**
 * Mail that has been due since `dueBy` or has failed before, by the number of its tries; except gifts whose day is still to come.
 */
export const countDueMail = compileQuery<{ dueBy: number }, { tries: number; count: number; nextTryAt: number }>(
  (db, param) =>
    db
      .selectFrom("outbox")
      .select(({ fn }) => ["tries", fn.countAll<number>().as("count"), fn.min<number>("next_try_at").as("nextTryAt")])
      .where("delivered_at", "is", null)
      .where((where) => where.or([where("next_try_at", "<=", param("dueBy")), where("tries", ">", 0)]))
      .groupBy("tries"),
);

/** Orders with suppliers that have not ended, by state. */
export const countSupplyOrders = compileQuery<object, { state: string; count: number; since: number }>((db) =>
  db
    // Otherwise SQLite reads all rows in the order of their states.
    .with(
      (cte) => cte("open").materialized(),
      (query) => query.selectFrom("supply_orders").select(["state", "created_at"]).where("next_try_at", "is not", null),
    )
    .selectFrom("open")
    .select(({ fn }) => ["state", fn.countAll<number>().as("count"), fn.min<number>("created_at").as("since")])
    .groupBy("state"),
);

/** Suppliers whose balance is below the brand's limit, or cannot be read. */
export const countWeakSuppliers = compileQuery<object, { low: number; silent: number }>((db) =>
  db
    .selectFrom("supplier_states")
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("is_low", "=", 1).as("low"),
      fn.countAll<number>().filterWhere("problem", "is not", null).as("silent"),
    ])
    .where("is_configured", "=", 1),
);

/**
 * The next `limit` products after `after` that are on sale, with their cards that can be sold, counted up to `atMost`.
 * `is_offered` is truthy if a supplier sells the product too. The last id leads to the next ones.
 */
export const listStockCounts = compileQuery<
  { after: number; limit: number; atMost: number; now: number; leastEnd: number },
  { id: number; name: string; stock: number; is_offered: unknown }
>((db: Reader, param) =>
  db
    .selectFrom("products")
    .select((query) => [
      "products.id",
      "products.name",
      query
        .selectFrom(
          selectFree(db, query.ref("products.id"), param("leastEnd"))
            .select("vouchers.id")
            .limit(param("atMost"))
            .as("stock"),
        )
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .$asScalar()
        .$notNull()
        .as("stock"),
      query
        .exists(
          selectOffers(db, {
            productId: query.ref("products.id"),
            min: query.ref("products.price"),
            max: query.ref("products.price"),
            now: param("now"),
          }),
        )
        .as("is_offered"),
    ])
    .where("is_available", "=", 1)
    .where("products.id", ">", param("after"))
    .orderBy("products.id")
    .limit(param("limit")),
);
