import { isUniqueViolation, type Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";
import { pipeline } from "../../db/pipeline.ts";
import { insertGifts } from "../gifts/gifts.ts";
import { recordEvent } from "../outgoing/events.ts";
import { type Order, type OrderItem, PENDING } from "./orders.ts";

/** Locks and returns the shopper's pending orders, and the order with this number if it exists. */
export async function lockOpenOrders(tx: Writer, userId: string, orderNumber: string) {
  const orders: Order[] = await tx
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where((where) => where.or([where("order_number", "=", orderNumber), where("status", "=", PENDING)]))
    .$call(forUpdate(tx))
    .execute();
  return {
    known: orders.find(({ order_number }) => order_number === orderNumber),
    pending: orders.filter(({ status }) => status === "pending"),
  };
}

/** A line with its serialised gift (domain/gifts/gift.ts). */
type NewItem = Omit<OrderItem, "order_id" | "position" | "refunded"> & { gift: string };

/** Stores an order with its lines and their gifts, and the event for the operator's systems. */
export async function insertOrder(tx: Writer, order: Order, items: NewItem[]) {
  const lines = items.map((item, position) => ({ ...item, order_id: order.id, position }));
  await pipeline([
    tx.insertInto("orders").values(order).execute(),
    tx
      .insertInto("order_items")
      .values(lines.map(({ gift, ...line }) => line))
      .execute(),
    insertGifts(tx, lines),
    recordEvent(tx, "order.placed", order.id, order.created_at),
  ]);
}

/** True if the database refused an order because another one has its short reference. */
export const isReferenceTaken = (error: unknown) =>
  isUniqueViolation(error) && error instanceof Error && error.message.includes("short_reference");
