import { randomId } from "../domain/tokens.ts";
import type { Selectable } from "kysely";
import { canMove, type OrderStatus } from "../domain/orders.ts";
import type { Reader, Writer } from "../db/database.ts";
import { forUpdate } from "../db/locks.ts";
import type { OrderTables } from "../db/schema-orders.ts";

export type Order = Selectable<OrderTables["orders"]>;
export type OrderItem = Selectable<OrderTables["order_items"]>;

export const findOrderByNumber = (db: Reader, userId: string, orderNumber: string): Promise<Order | undefined> =>
  db
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("order_number", "=", orderNumber)
    .executeTakeFirst();

/** The shopper's order by its id or by their own order number; undefined for another shopper's. */
export const findOwnOrder = (db: Reader, userId: string, idOrNumber: string): Promise<Order | undefined> =>
  db
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where((where) => where.or([where("id", "=", idOrNumber), where("order_number", "=", idOrNumber)]))
    .executeTakeFirst();

/** Reads the order and keeps every other change of it waiting until this transaction ends. */
export const lockOrder = (tx: Writer, orderId: string): Promise<Order> =>
  tx.selectFrom("orders").selectAll().where("id", "=", orderId).$call(forUpdate(tx)).executeTakeFirstOrThrow();

/**
 * Moves a locked order on.
 * @throws when the transition table does not know the move, or the order was not locked and has moved: both are bugs.
 */
export async function moveOrder(tx: Writer, order: Order, to: OrderStatus, now: number): Promise<Order> {
  if (!canMove(order.status, to)) throw new Error(`order ${order.id} cannot go from ${order.status} to ${to}`);
  const { numUpdatedRows } = await tx
    .updateTable("orders")
    .set({ status: to, updated_at: now })
    .where("id", "=", order.id)
    .where("status", "=", order.status)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`order ${order.id} was no longer ${order.status}`);
  return { ...order, status: to, updated_at: now };
}

export async function insertOrder(tx: Writer, order: Order, items: Omit<OrderItem, "id" | "order_id" | "position">[]) {
  await tx.insertInto("orders").values(order).execute();
  await tx
    .insertInto("order_items")
    .values(items.map((item, position) => ({ ...item, id: randomId(), order_id: order.id, position })))
    .execute();
}

export const listPendingOrders = (tx: Writer, userId: string): Promise<Order[]> =>
  tx
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("status", "=", "pending")
    .$call(forUpdate(tx))
    .execute();

export const listOrderItems = (db: Reader, orderId: string): Promise<OrderItem[]> =>
  db.selectFrom("order_items").selectAll().where("order_id", "=", orderId).orderBy("position").execute();

/** Ids of orders in one of `statuses` whose payment window ended by `expiredBy` (ms), oldest first, at most 100. */
export async function listOrderIds(db: Reader, statuses: readonly OrderStatus[], expiredBy = Number.MAX_SAFE_INTEGER) {
  const rows = await db
    .selectFrom("orders")
    .select("id")
    .where("status", "in", statuses)
    .where("expires_at", "<=", expiredBy)
    .orderBy("created_at")
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

/** Settles an open line once; a line that was settled before stays as it is. */
export const settleOrderItem = (tx: Writer, item: OrderItem, issued: number) =>
  tx
    .updateTable("order_items")
    .set({ issued, status: issued === item.quantity ? "issued" : "refund_due" })
    .where("id", "=", item.id)
    .where("status", "=", "open")
    .execute();
