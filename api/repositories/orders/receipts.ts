import type { Selectable } from "kysely";

import type { Tenant } from "../../../config/brand/schema.ts";
import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";
import type { OrderTables } from "../../db/schema-orders.ts";
import { financialYear } from "../../domain/receipts.ts";
import type { Order } from "./orders.ts";

export type Receipt = Selectable<OrderTables["receipts"]>;

/**
 * Issues an order's receipt with the year's next serial, in the transaction that accepts its payment. Receipts of a
 * year are issued one after another, and a rollback frees the serial.
 */
export async function issueReceipt(tx: Writer, { legal, branding }: Tenant, order: Order, now: number) {
  const year = financialYear(now);
  const user = await tx
    .selectFrom("users")
    .select(["username", "email"])
    .where("id", "=", order.user_id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("receipts")
    .values({
      order_id: order.id,
      financial_year: year,
      serial: await takeSerial(tx, year),
      ...user,
      entity: legal.entity ?? null,
      gstin: legal.gstin ?? null,
      address: branding.address ?? null,
      issued_at: now,
    })
    .execute();
}

async function takeSerial(tx: Writer, year: string): Promise<number> {
  await tx
    .insertInto("receipt_counters")
    .values({ financial_year: year, last: 0 })
    .onConflict((conflict) => conflict.column("financial_year").doNothing())
    .execute();
  const { last } = await tx
    .selectFrom("receipt_counters")
    .select("last")
    .where("financial_year", "=", year)
    .$call(forUpdate(tx))
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("receipt_counters")
    .set({ last: last + 1 })
    .where("financial_year", "=", year)
    .execute();
  return last + 1;
}

export const findReceipt = (db: Reader, orderId: string): Promise<Receipt | undefined> =>
  db.selectFrom("receipts").selectAll().where("order_id", "=", orderId).executeTakeFirst();

export const listReceiptsOfOrders = (db: Reader, orderIds: string[]) =>
  db
    .selectFrom("receipts")
    .select(["order_id", "financial_year", "serial"])
    .where("order_id", "in", orderIds)
    .execute();

/** The receipts of a month by their numbers, with the amounts paid in cash and coins; after `after`, `limit` of them. */
export const listReceiptsOfMonth = (
  db: Reader,
  { from, until }: { from: number; until: number },
  { limit, after }: { limit: number; after?: { issued_at: number; serial: number } },
) =>
  db
    .selectFrom("receipts")
    .innerJoin("orders", "orders.id", "receipts.order_id")
    .select(["financial_year", "serial", "issued_at", "entity", "gstin"])
    .select(["orders.order_number", "orders.total", "orders.amount", "orders.coins"])
    .where("issued_at", ">=", from)
    .where("issued_at", "<", until)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("issued_at", "serial"), ">", tuple(after!.issued_at, after!.serial)),
      ),
    )
    .orderBy("issued_at")
    .orderBy("serial")
    .limit(limit)
    .execute();
