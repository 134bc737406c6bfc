import type { Reader } from "../../db/database.ts";
import { readShortReference } from "../../domain/bank/short-reference.ts";
import { type OrderStatus, UNFULFILLED } from "../../domain/orders.ts";
import { isLastTry } from "../refunds/last-try.ts";

// Orders of all shoppers, for operators' commands.

const selectOrders = (db: Reader) =>
  db.selectFrom("orders").innerJoin("users", "users.id", "orders.user_id").selectAll("orders").select("users.email");

/** Newest first. */
export const listAllOrders = (db: Reader, { status, limit }: { status?: OrderStatus; limit: number }) =>
  selectOrders(db)
    .$if(status !== undefined, (query) => query.where("orders.status", "=", status!))
    .orderBy("orders.created_at", "desc")
    .orderBy("orders.id")
    .limit(limit)
    .execute();

/** The shop's first order; undefined before it. */
export const findFirstOrder = (db: Reader) =>
  db.selectFrom("orders").select("created_at").orderBy("created_at").orderBy("id").limit(1).executeTakeFirst();

/** Paid orders held for review, oldest first, with details of their shoppers. */
export const listHeldOrders = (db: Reader) =>
  selectOrders(db)
    .select(["users.phone", "users.created_at as account_created_at"])
    .where("orders.review", "=", "held")
    .where("orders.status", "in", UNFULFILLED)
    .orderBy("orders.created_at")
    .orderBy("orders.id")
    .execute();

/**
 * The orders with this id, number or short reference (in any spelling), newest first. Order numbers are unique only for each
 * shopper.
 */
export function findOrders(db: Reader, name: string) {
  const reference = readShortReference(name);
  return selectOrders(db)
    .where((where) =>
      where.or([
        where("orders.id", "=", name),
        where("orders.order_number", "=", name),
        ...(reference === undefined ? [] : [where("orders.short_reference", "=", reference)]),
      ]),
    )
    .orderBy("orders.created_at", "desc")
    .execute();
}

/**
 * Refunds of orders with their last try at the gateway, oldest first; without `isSentToo` only unsent ones. It is null for coins
 * alone, and for refunds from before migration 021.
 */
export const listRefunds = (db: Reader, { isSentToo }: { isSentToo: boolean }) =>
  db
    .selectFrom("refunds")
    .innerJoin("orders", "orders.id", "refunds.order_id")
    .innerJoin("users", "users.id", "orders.user_id")
    .selectAll("refunds")
    .select(["orders.order_number", "users.email"])
    .leftJoin("payment_refunds", (join) =>
      join.on((on) =>
        on(
          "payment_refunds.id",
          "=",
          on
            .selectFrom("payment_refunds as try")
            .select("try.id")
            .whereRef("try.order_id", "=", "refunds.order_id")
            .whereRef("try.refund_number", "=", "refunds.number")
            .where("try.reason", "=", "order")
            .orderBy("try.created_at", "desc")
            .limit(1),
        ),
      ),
    )
    .select(["payment_refunds.id as try_id", "payment_refunds.state"])
    .$if(!isSentToo, (query) => query.where("refunds.sent_at", "is", null))
    .orderBy("refunds.created_at")
    .orderBy("refunds.order_id")
    .orderBy("refunds.number")
    .execute();

/**
 * Payments that are returned independently of their order: a second payment, or one of another amount. Oldest first; without
 * `isSentToo` only those that the gateway has not taken. One that was sent again is listed once.
 */
export const listReturnedPayments = (db: Reader, { isSentToo }: { isSentToo: boolean }) =>
  db
    .selectFrom("payment_refunds")
    .innerJoin("orders", "orders.id", "payment_refunds.order_id")
    .innerJoin("users", "users.id", "orders.user_id")
    .selectAll("payment_refunds")
    .select(["orders.order_number", "users.email"])
    .where("reason", "in", ["double", "mismatch"])
    .$if(!isSentToo, (query) => query.where("state", "in", ["due", "failed"]))
    .where(isLastTry)
    .orderBy("payment_refunds.created_at")
    .orderBy("payment_refunds.id")
    .execute();

/** The gateways' events about an order's payment, in the order of arrival. */
export const listPaymentEvents = (db: Reader, orderId: string) =>
  db
    .selectFrom("payment_events")
    .innerJoin("payments", "payments.id", "payment_events.payment_id")
    .selectAll("payment_events")
    .where("payments.order_id", "=", orderId)
    .orderBy("payment_events.received_at")
    .execute();
