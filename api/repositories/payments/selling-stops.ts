import type { Selectable } from "kysely";

import { compileQuery } from "../../db/compiled-query.ts";
import type { Reader, Writer } from "../../db/database.ts";
import type { OrderTables } from "../../db/schema-orders.ts";
import type { MismatchKind } from "../../domain/orders.ts";
import { randomId } from "../../domain/tokens.ts";

/** A payment of another amount than requested. Amounts in paise, or in the smallest unit of `currency`; times in ms. */
export type Mismatch = {
  order_id: string;
  order_number: string;
  gateway_payment_id: string | null;
  asked: number;
  amount: number;
  currency: string;
  received_at: number;
};

export type SellingStop = Omit<Selectable<OrderTables["selling_stops"]>, "evidence"> & { evidence: Mismatch[] };

const parse = (row: Selectable<OrderTables["selling_stops"]>): SellingStop => ({
  ...row,
  evidence: JSON.parse(row.evidence) as Mismatch[],
});

type Other = { kind: MismatchKind; userId: string; mailboxKey: string | null; since: number };

/** The newest mismatch of this kind after `since` (ms) by a shopper with another account and another confirmed mailbox. */
export const findMismatchOfOther = (
  db: Reader,
  { kind, userId, mailboxKey, since }: Other,
): Promise<Mismatch | undefined> =>
  db
    .selectFrom("payment_events")
    .innerJoin("payments", "payments.id", "payment_events.payment_id")
    .innerJoin("orders", "orders.id", "payments.order_id")
    .select([
      ...(["payments.order_id", "orders.order_number", "payments.amount as asked"] as const),
      ...(["payment_events.gateway_payment_id", "payment_events.amount", "payment_events.currency"] as const),
      "payment_events.received_at",
    ])
    .where("outcome", "=", "mismatch")
    .where("received_at", ">", since)
    .where("currency", kind === "currency" ? "<>" : "=", "INR")
    .$if(kind === "above", (query) => query.whereRef("payment_events.amount", ">", "payments.amount"))
    .$if(kind === "below", (query) => query.whereRef("payment_events.amount", "<", "payments.amount"))
    // A payer types the amount to a brand's own UPI id.
    .where(({ eb, or }) => or([eb("gateway", "is", null), eb("gateway", "<>", "vpa")]))
    .where("user_id", "<>", userId)
    .$if(mailboxKey !== null, (query) =>
      query.where(({ eb, or }) => or([eb("mailbox_key", "is", null), eb("mailbox_key", "<>", mailboxKey)])),
    )
    .orderBy("received_at", "desc")
    .limit(1)
    .executeTakeFirst();

/** Opens a stop. @returns its id; undefined if one is open */
export async function openStop(tx: Writer, kind: MismatchKind, evidence: Mismatch[], now: number) {
  const id = randomId();
  const { numInsertedOrUpdatedRows: opened } = await tx
    .insertInto("selling_stops")
    .values({ id, kind, evidence: JSON.stringify(evidence), started_at: now, ended_at: null, ended_by: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return opened === 1n ? id : undefined;
}

const selectOpen = compileQuery((db) => db.selectFrom("selling_stops").selectAll().where("ended_at", "is", null));

/** The open stop; undefined while the brand sells. */
export async function findOpenStop(db: Reader): Promise<SellingStop | undefined> {
  const [row] = await selectOpen(db, {});
  return row && parse(row);
}

/** The time (ms) at which the last stop ended; undefined if none has ended. */
export async function findLastEnd(db: Reader): Promise<number | undefined> {
  const row = await db
    .selectFrom("selling_stops")
    .select(({ fn }) => fn.max<number | null>("ended_at").as("at"))
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** Ends a stop; false if it has ended. */
export async function endStop(tx: Writer, id: string, { by, now }: { by: string; now: number }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("selling_stops")
    .set({ ended_at: now, ended_by: by })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The stops, newest first. */
export const listStops = async (db: Reader, limit: number): Promise<SellingStop[]> =>
  (await db.selectFrom("selling_stops").selectAll().orderBy("started_at", "desc").limit(limit).execute()).map(parse);
