import { type Selectable, sql } from "kysely";

import { compileQuery, type Param } from "../../db/compiled-query.ts";
import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";
import { pipeline } from "../../db/pipeline.ts";
import type { OrderTables } from "../../db/schema-orders.ts";
import { canMove, type OrderStatus, UNFULFILLED } from "../../domain/orders.ts";
import { eventOfStatus } from "../../domain/outgoing/events.ts";
import type { ReviewReason } from "../../domain/purchase-limits.ts";
import { lockUser } from "../accounts/users.ts";
import { recordEvent } from "../outgoing/events.ts";
import { isOrderAwaiting, resumeSupplyOrders } from "../suppliers/supply-orders.ts";

export type Order = Selectable<OrderTables["orders"]>;
export type OrderItem = Selectable<OrderTables["order_items"]>;

/** A literal: only then do both databases use the index of pending orders. */
export const PENDING = sql.lit("pending" as const);

/** Undefined for another shopper's order. */
export async function findOwnOrder(db: Reader, userId: string, orderId: string): Promise<Order | undefined> {
  const [order] = await selectOwnOrder(db, { userId, orderId });
  return order;
}

const selectOwnOrder = compileQuery((db, param: Param<{ userId: string; orderId: string }>) =>
  db.selectFrom("orders").selectAll().where("user_id", "=", param("userId")).where("id", "=", param("orderId")),
);

export const getOrder = (db: Reader, orderId: string): Promise<Order> =>
  db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();

/** Those of these orders that exist, in no order. */
export const listOrdersById = (db: Reader, ids: string[]): Promise<Order[]> =>
  db.selectFrom("orders").selectAll().where("id", "in", ids).execute();

/** Locks and returns the order. Locks the shopper first, as when an order is placed, to avoid deadlocks. */
export async function lockOrder(tx: Writer, orderId: string): Promise<Order> {
  const select = tx.selectFrom("orders").where("id", "=", orderId);
  const [, order] = await pipeline([
    lockUser(tx, select.select("user_id").$asScalar()),
    select.selectAll().$call(forUpdate(tx)).executeTakeFirstOrThrow(),
  ]);
  return order;
}

/**
 * Moves a locked order to another status, stores the accompanying changes, and records an event for the operator's systems.
 * @throws for a transition that is not allowed, or when the order was not locked and has moved; both are bugs
 */
export async function moveOrder(
  tx: Writer,
  order: Order,
  to: OrderStatus,
  now: number,
  known: Partial<Pick<Order, "payer_key" | "review" | "review_reason">> = {},
): Promise<Order> {
  if (!canMove(order.status, to)) throw new Error(`order ${order.id} cannot go from ${order.status} to ${to}`);
  const change = { ...known, status: to, updated_at: now };
  const event = eventOfStatus(to);
  const moved = { ...order, ...change };
  const isHeld = event === "order.paid" && moved.review === "held";
  const [{ numUpdatedRows }] = await pipeline([
    tx
      .updateTable("orders")
      .set(change)
      .where("id", "=", order.id)
      .where("status", "=", order.status)
      .executeTakeFirst(),
    event && recordEvent(tx, event, order.id, now),
    isHeld && recordEvent(tx, "order.held", order.id, now, { reason: moved.review_reason }),
  ]);
  if (numUpdatedRows !== 1n) throw new Error(`order ${order.id} was no longer ${order.status}`);
  return moved;
}

/** Extends the payment window of a pending order. */
export const extendOrder = (tx: Writer, orderId: string, expiresAt: number) =>
  tx
    .updateTable("orders")
    .set({ expires_at: expiresAt })
    .where("id", "=", orderId)
    .where("status", "=", "pending")
    .execute();

/** Stores when the last attempt to pay a pending order ended (ms); null: another attempt can be paid. */
export const setDeclined = (tx: Writer, orderId: string, declinedAt: number | null) =>
  tx.updateTable("orders").set({ declined_at: declinedAt }).where("id", "=", orderId).execute();

/** Stores the version of the terms that the shopper accepted at `now` (ms), unless one is stored. */
export const acceptTerms = (tx: Writer, orderId: string, version: string, now: number) =>
  tx
    .updateTable("orders")
    .set({ terms_version: version, terms_accepted_at: now })
    .where("id", "=", orderId)
    .where("terms_version", "is", null)
    .execute();

export const listOrderItems = (db: Reader, orderId: string) => listItemsOfOrders(db, [orderId]);

/** The shopper's orders, newest first, at most 200. */
export const listOwnOrders = (db: Reader, userId: string): Promise<Order[]> =>
  db
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(200)
    .execute();

export const listItemsOfOrders = (db: Reader, orderIds: string[]): Promise<OrderItem[]> =>
  db.selectFrom("order_items").selectAll().where("order_id", "in", orderIds).orderBy("position").execute();

/** Paid orders that are neither fulfilled, nor held for review, nor wait for a supplier; oldest first, at most 100. */
export const listUnfulfilledOrders = (db: Reader) =>
  db
    .selectFrom("orders")
    .select("id")
    .where("status", "in", UNFULFILLED)
    .where((where) => where.or([where("review", "is", null), where("review", "<>", "held")]))
    .where((where) => where.not(isOrderAwaiting(where)))
    .orderBy("created_at")
    .limit(100)
    .execute();

/** Holds an order for an operator's review. */
export async function holdOrder(tx: Writer, orderId: string, reason: ReviewReason, now: number) {
  await tx.updateTable("orders").set({ review: "held", review_reason: reason }).where("id", "=", orderId).execute();
  await recordEvent(tx, "order.held", orderId, now, { reason });
}

/** Stores the reason to hold an unpaid order as soon as it is paid. */
export const setReviewReason = (tx: Writer, orderId: string, reason: ReviewReason) =>
  tx.updateTable("orders").set({ review_reason: reason }).where("id", "=", orderId).execute();

/** Ends the review. Supply orders that were put aside continue. The lines of a refused order are settled, and buy nothing. */
export async function endReview(tx: Writer, orderId: string, review: "released" | "refused", now: number) {
  await tx.updateTable("orders").set({ review }).where("id", "=", orderId).execute();
  await resumeSupplyOrders(tx, orderId, now);
  await recordEvent(tx, `order.${review}`, orderId, now);
}

/** Settles an open line; does nothing if it is already settled. */
export const settleOrderItem = (tx: Writer, item: OrderItem, issued: number) =>
  tx
    .updateTable("order_items")
    .set({ issued, status: issued === item.quantity ? "issued" : "refund_due" })
    .where("id", "=", item.id)
    .where("status", "=", "open")
    .execute();

/** Ends all lines of an order without cards, also those that were supplied before the order was held. */
export const refuseOrderItems = (tx: Writer, orderId: string) =>
  tx.updateTable("order_items").set({ issued: 0, status: "refund_due" }).where("order_id", "=", orderId).execute();
