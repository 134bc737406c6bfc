import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { OrderTables } from "../../db/schema-orders.ts";

export type UpiConfirmation = Selectable<OrderTables["upi_confirmations"]>;

export const listConfirmations = (db: Reader, paymentId: string): Promise<UpiConfirmation[]> =>
  db.selectFrom("upi_confirmations").selectAll().where("payment_id", "=", paymentId).execute();

export const findConfirmation = (db: Reader, bankReference: string): Promise<UpiConfirmation | undefined> =>
  db.selectFrom("upi_confirmations").selectAll().where("bank_reference", "=", bankReference).executeTakeFirst();

/** Stores that money arrived; false if that bank reference has confirmed a payment already. */
export async function insertConfirmation(tx: Writer, confirmation: UpiConfirmation): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("upi_confirmations")
    .values(confirmation)
    .onConflict((conflict) => conflict.column("bank_reference").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The attempts to pay a merchant's own UPI id that nobody has confirmed, with their orders, oldest first. */
export const listUnconfirmed = (db: Reader, since: number) =>
  db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.order_id")
    .leftJoin("upi_confirmations", "upi_confirmations.payment_id", "payments.id")
    .select(["payments.id", "payments.order_id", "payments.amount", "payments.created_at"])
    .select(["orders.order_number", "orders.status"])
    .where("payments.gateway", "=", "vpa")
    .where("payments.created_at", ">=", since)
    .where("upi_confirmations.payment_id", "is", null)
    .where("orders.status", "in", ["pending", "expired", "failed"])
    .orderBy("payments.created_at")
    .execute();
