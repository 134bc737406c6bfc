import type { Insertable, Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { DeskTables } from "../../db/schema-desk.ts";

export type MoneyRequest = Selectable<DeskTables["money_acts"]>;

export const insertMoneyRequest = (tx: Writer, act: Insertable<DeskTables["money_acts"]>) =>
  tx.insertInto("money_acts").values(act).execute();

export const findMoneyRequest = (db: Reader, id: string): Promise<MoneyRequest | undefined> =>
  db.selectFrom("money_acts").selectAll().where("id", "=", id).executeTakeFirst();

/** The sum moved without a second member since a time (ms), in paise. */
export async function sumMovedAlone(db: Reader, since: number): Promise<number> {
  const { amount } = await db
    .selectFrom("money_acts")
    .select(({ fn }) => fn.sum<number | null>("amount").as("amount"))
    .where("state", "=", "done")
    .where("decided_by", "is", null)
    .where("asked_at", ">=", since)
    .executeTakeFirstOrThrow();
  return Number(amount ?? 0);
}

const waiting = (db: Reader, since: number) =>
  db.selectFrom("money_acts").where("state", "=", "waiting").where("asked_at", ">=", since);

/** The actions that have waited for a second member since a time (ms) or later, oldest first, with their order's number. */
export const listWaitingRequests = (db: Reader, since: number, limit: number) =>
  waiting(db, since)
    .leftJoin("orders", "orders.id", "money_acts.order_id")
    .selectAll("money_acts")
    .select("orders.order_number")
    .orderBy("asked_at")
    .orderBy("money_acts.id")
    .limit(limit)
    .execute();

export const listWaitingRequestsOf = (db: Reader, orderId: string, since: number): Promise<MoneyRequest[]> =>
  waiting(db, since).selectAll().where("order_id", "=", orderId).orderBy("asked_at").execute();

export async function countWaitingRequests(db: Reader, since: number): Promise<number> {
  const { count } = await waiting(db, since)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The same open request of the same member. */
export const findSameRequest = (db: Reader, { kind, details, asked_by }: MoneyRequest, since: number) =>
  waiting(db, since)
    .select("id")
    .where("kind", "=", kind)
    .where("details", "=", details)
    .where("asked_by", "=", asked_by)
    .executeTakeFirst();

type Decision = { state: "done" | "refused"; by: string; now: number };

/** Decides an action that has waited since a time (ms) or later; false if it no longer waits. */
export async function decideMoneyRequest(tx: Writer, id: string, since: number, { state, by, now }: Decision) {
  const { numUpdatedRows } = await tx
    .updateTable("money_acts")
    .set({ state, decided_by: by, decided_at: now })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where("asked_at", ">=", since)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
