import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { OrderTables } from "../../db/schema-orders.ts";
import { UNPAID } from "../../domain/orders.ts";
import { receivedEventId } from "./payments.ts";

export type UpiConfirmation = Selectable<OrderTables["upi_confirmations"]>;

export const listConfirmations = (db: Reader, paymentId: string): Promise<UpiConfirmation[]> =>
  db.selectFrom("upi_confirmations").selectAll().where("payment_id", "=", paymentId).execute();

export const findConfirmation = (db: Reader, bankReference: string): Promise<UpiConfirmation | undefined> =>
  db.selectFrom("upi_confirmations").selectAll().where("bank_reference", "=", bankReference).executeTakeFirst();

/** The order of the payment that a bank reference has confirmed. */
export const findConfirmedOrder = (db: Reader, bankReference: string) =>
  db
    .selectFrom("upi_confirmations")
    .innerJoin("payments", "payments.id", "upi_confirmations.payment_id")
    .innerJoin("orders", "orders.id", "payments.order_id")
    .select(["orders.id", "orders.order_number"])
    .where("upi_confirmations.bank_reference", "=", bankReference)
    .executeTakeFirst();

const BATCH = 500;

/** The payments that some of these bank references have confirmed, with their orders. */
export async function listConfirmed(db: Reader, bankReferences: string[]) {
  const found = [];
  for (let start = 0; start < bankReferences.length; start += BATCH)
    found.push(
      ...(await db
        .selectFrom("upi_confirmations")
        .innerJoin("payments", "payments.id", "upi_confirmations.payment_id")
        .innerJoin("orders", "orders.id", "payments.order_id")
        .select(["upi_confirmations.bank_reference", "upi_confirmations.payment_id", "upi_confirmations.amount"])
        .select(["orders.id as order_id", "orders.order_number"])
        .where("upi_confirmations.bank_reference", "in", bankReferences.slice(start, start + BATCH))
        .execute()),
    );
  return found;
}

/** Stores that money arrived; false if that bank reference has confirmed a payment already. */
export async function insertConfirmation(tx: Writer, confirmation: UpiConfirmation): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("upi_confirmations")
    .values(confirmation)
    .onConflict((conflict) => conflict.column("bank_reference").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Gives a confirmed payment another bank reference, with its event and its refunds. Returns false if that reference has confirmed a
 * payment already.
 */
export async function moveConfirmation(tx: Writer, confirmation: UpiConfirmation, right: string): Promise<boolean> {
  const { bank_reference: wrong, payment_id: paymentId } = confirmation;
  if (!(await insertConfirmation(tx, { ...confirmation, bank_reference: right }))) return false;
  await tx.deleteFrom("upi_confirmations").where("bank_reference", "=", wrong).execute();
  await tx
    .updateTable("payment_events")
    .set({ event_id: receivedEventId("vpa", right), gateway_payment_id: right, bank_reference: right })
    .where("event_id", "=", receivedEventId("vpa", wrong))
    .execute();
  await tx
    .updateTable("payment_refunds")
    .set({ gateway_payment_id: right })
    .where("payment_id", "=", paymentId)
    .where("gateway_payment_id", "=", wrong)
    .execute();
  return true;
}

/** The attempts to pay a merchant's own UPI id that nobody has confirmed, with their orders, oldest first. */
export const listUnconfirmed = (db: Reader, since: number) =>
  db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.order_id")
    .leftJoin("upi_confirmations", "upi_confirmations.payment_id", "payments.id")
    .select(["payments.id", "payments.order_id", "payments.amount", "payments.created_at"])
    .select(["orders.order_number", "orders.short_reference", "orders.status"])
    .where("payments.gateway", "=", "vpa")
    .where("payments.created_at", ">=", since)
    .where("upi_confirmations.payment_id", "is", null)
    .where("orders.status", "in", UNPAID)
    .orderBy("payments.created_at")
    .execute();
