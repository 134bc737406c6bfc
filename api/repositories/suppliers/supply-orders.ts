import { type ExpressionBuilder, type Insertable, type Selectable, sql } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate, forUpdateSkipLocked } from "../../db/locks.ts";
import type { Schema } from "../../db/schema.ts";
import type { SupplierTables, SupplyState } from "../../db/schema-suppliers.ts";

export type SupplyOrderRow = Selectable<SupplierTables["supply_orders"]>;

/** The states in which an order line waits for the cards. */
const AWAITED: SupplyState[] = ["ready", "asked"];

/** The reason of an order whose supplier could not be reached the last time. */
export const UNREACHABLE = "unreachable";

export const isAwaited = ({ state }: Pick<SupplyOrderRow, "state">) => AWAITED.includes(state);

/** Stores supply orders before the first call to a supplier, so that a crash cannot lose their refs. */
export const insertSupplyOrders = (tx: Writer, orders: Insertable<SupplierTables["supply_orders"]>[]) =>
  tx.insertInto("supply_orders").values(orders).execute();

/** All supply orders of an order line, oldest first. */
export const listSupplyOrders = (db: Reader, orderItemId: string): Promise<SupplyOrderRow[]> =>
  db
    .selectFrom("supply_orders")
    .selectAll()
    .where("order_item_id", "=", orderItemId)
    .orderBy("created_at")
    .orderBy("ref")
    .execute();

/**
 * Leases the next due supply order for `leaseMs`. During the lease no other worker takes it; afterwards another one does if the
 * owner has died. Its row counts as asked from now on, because the call's progress would be unknown after a crash. The returned
 * row has the former state.
 */
export async function takeDueSupplyOrder(tx: Writer, now: number, leaseMs: number) {
  const due = await tx
    .selectFrom("supply_orders")
    .selectAll()
    .where("next_try_at", "<=", now)
    .orderBy("next_try_at")
    .limit(1)
    .$call(forUpdateSkipLocked(tx))
    .executeTakeFirst();
  if (due === undefined) return undefined;
  const state = due.state === "ready" ? "asked" : due.state;
  await updateSupplyOrder(tx, due.ref, { state, tries: due.tries + 1, next_try_at: now + leaseMs });
  return due;
}

export const lockSupplyOrder = (tx: Writer, ref: string): Promise<SupplyOrderRow> =>
  tx.selectFrom("supply_orders").selectAll().where("ref", "=", ref).$call(forUpdate(tx)).executeTakeFirstOrThrow();

type Change = Partial<
  Pick<SupplyOrderRow, "state" | "issued" | "supplier_ref" | "reason" | "cost" | "tries" | "next_try_at">
>;

export const updateSupplyOrder = (tx: Writer, ref: string, change: Change) =>
  tx.updateTable("supply_orders").set(change).where("ref", "=", ref).execute();

/** A condition: an order of the outer query waits for a supplier. */
export const isOrderAwaiting = ({ exists, selectFrom }: ExpressionBuilder<Schema, "orders">) =>
  exists(
    selectFrom("supply_orders")
      .innerJoin("order_items", "order_items.id", "supply_orders.order_item_id")
      .select("supply_orders.ref")
      .whereRef("order_items.order_id", "=", "orders.id")
      .where("supply_orders.state", "in", AWAITED),
  );

/**
 * Those of these open orders that come late: a supplier of a line cannot be reached or has a problem, or its prepaid balance was
 * too low.
 */
export async function listDelayedOrders(db: Reader, orderIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("order_items")
    .innerJoin("supply_orders", "supply_orders.order_item_id", "order_items.id")
    .innerJoin("supplier_states", "supplier_states.name", "supply_orders.supplier")
    .select("order_items.order_id")
    .distinct()
    .where("order_items.order_id", "in", orderIds)
    .where("order_items.status", "=", "open")
    .where((where) =>
      where.or([
        where.and([where("supply_orders.reason", "=", "float_low"), where.not(hasLaterTry(where))]),
        where.and([
          where("supply_orders.state", "in", AWAITED),
          where.or([where("supply_orders.reason", "=", UNREACHABLE), where("supplier_states.problem", "is not", null)]),
        ]),
      ]),
    )
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

/** True if another supplier, or the same one again, has got a later supply order. */
const hasLaterTry = ({ exists, selectFrom }: ExpressionBuilder<Schema, "supply_orders">) =>
  exists(
    selectFrom("supply_orders as later")
      .select("later.ref")
      .whereRef("later.order_item_id", "=", "supply_orders.order_item_id")
      .whereRef("later.created_at", ">", "supply_orders.created_at")
      .where("later.state", "in", AWAITED),
  );

/**
 * Resumes the supply orders that were put aside while their order was held. Their time begins now, because a review may take
 * weeks. One that was sent keeps its `created_at`, from which the supplier's orders are searched. The order is locked.
 */
export const resumeSupplyOrders = (tx: Writer, orderId: string, now: number) =>
  tx
    .updateTable("supply_orders")
    .set({
      next_try_at: now,
      created_at: sql<number>`case when state = 'ready' then ${now} else created_at end`,
      give_up_at: sql<number>`give_up_at - coalesce(waits_from, created_at) + ${now}`,
      waits_from: now,
    })
    .where("state", "in", AWAITED)
    .where("next_try_at", "is", null)
    .where("order_item_id", "in", (items) =>
      items.selectFrom("order_items").select("id").where("order_id", "=", orderId),
    )
    .execute();

/** The order and the product of an order line, with its status and the order's review. */
export const getOrderOfItem = (db: Reader, orderItemId: string) =>
  db
    .selectFrom("order_items")
    .innerJoin("orders", "orders.id", "order_items.order_id")
    .select(["order_items.order_id", "order_items.product_id", "order_items.status", "orders.review"])
    .where("order_items.id", "=", orderItemId)
    .executeTakeFirstOrThrow();

/** The number of open orders at a supplier, also of those that wait for the review of their order. */
export async function countOpenSupplyOrders(db: Reader, supplier: string): Promise<number> {
  const { count } = await db
    .selectFrom("supply_orders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("supplier", "=", supplier)
    .where((where) => where.or([where("next_try_at", "is not", null), where("state", "in", AWAITED)]))
    .executeTakeFirstOrThrow();
  return count;
}

/** Supply orders that have not ended, and those that ended without all cards since `since` (ms); newest first, at most 200. */
export const listOpenSupplyOrders = (db: Reader, since: number) =>
  db
    .selectFrom("supply_orders")
    .innerJoin("order_items", "order_items.id", "supply_orders.order_item_id")
    .innerJoin("orders", "orders.id", "order_items.order_id")
    .selectAll("supply_orders")
    .select(["orders.order_number", "order_items.name as product"])
    .where((where) =>
      where.or([
        where("supply_orders.next_try_at", "is not", null),
        where("supply_orders.state", "in", AWAITED),
        where.and([
          where("supply_orders.created_at", ">=", since),
          where("supply_orders.issued", "<", where.ref("supply_orders.quantity")),
        ]),
      ]),
    )
    .orderBy("supply_orders.created_at", "desc")
    .limit(200)
    .execute();
