import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { OrderTables } from "../../db/schema-orders.ts";
import { recordEvent } from "../outgoing/events.ts";

/** A debt of an order to its buyer, paid or unpaid: cash in paise, coins in hundredths. */
export type OrderRefund = Selectable<OrderTables["refunds"]>;

type NewRefund = Pick<OrderRefund, "number" | "amount" | "coins" | "reason"> & { orderId: string; now: number };

/** Records a debt of an order to its buyer, cash in paise; the coins (hundredths) are already credited. */
export async function insertOrderRefund(tx: Writer, { orderId, now, ...refund }: NewRefund) {
  await tx
    .insertInto("refunds")
    .values({ order_id: orderId, ...refund, created_at: now, sent_at: null })
    .execute();
  await recordEvent(tx, "refund.due", orderId, now, { refund });
}

/** The refunds of an order, the first one first. */
export const listOrderRefunds = (db: Reader, orderId: string): Promise<OrderRefund[]> =>
  db.selectFrom("refunds").selectAll().where("order_id", "=", orderId).orderBy("number").execute();

/** The refunds of these orders, the first ones first. */
export const listRefundsOfOrders = (db: Reader, orderIds: string[]): Promise<OrderRefund[]> =>
  db
    .selectFrom("refunds")
    .selectAll()
    .where("order_id", "in", orderIds)
    .orderBy("created_at")
    .orderBy("number")
    .execute();

export const findOrderRefund = (db: Reader, orderId: string, number: number): Promise<OrderRefund | undefined> =>
  db.selectFrom("refunds").selectAll().where("order_id", "=", orderId).where("number", "=", number).executeTakeFirst();

export async function markRefundSent(tx: Writer, orderId: string, number: number, now: number) {
  const refund = await setSent(tx, orderId, number, now).where("sent_at", "is", null).executeTakeFirst();
  if (refund !== undefined) await recordEvent(tx, "refund.sent", orderId, now, { refund });
}

/** A refund that failed at the bank waits for an operator again. */
export async function markRefundUnsent(tx: Writer, orderId: string, number: number, now: number) {
  const refund = await setSent(tx, orderId, number, null).executeTakeFirst();
  if (refund !== undefined) await recordEvent(tx, "refund.failed", orderId, now, { refund });
}

const setSent = (tx: Writer, orderId: string, number: number, sentAt: number | null) =>
  tx
    .updateTable("refunds")
    .set({ sent_at: sentAt })
    .where("order_id", "=", orderId)
    .where("number", "=", number)
    .returning(["number", "amount", "coins", "reason"]);
