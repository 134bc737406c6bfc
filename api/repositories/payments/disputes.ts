import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { PlaceInList } from "../../db/place-in-list.ts";
import type { OrderTables } from "../../db/schema-orders.ts";
import { type DisputeState, isClosing, UNDECIDED } from "../../domain/disputes.ts";
import { hasPaidFor } from "./payments.ts";

export type Dispute = Selectable<OrderTables["disputes"]>;

export const disputeId = (gateway: string, gatewayDisputeId: string) => `${gateway}:${gatewayDisputeId}`;

export const findDispute = (db: Reader, id: string): Promise<Dispute | undefined> =>
  db.selectFrom("disputes").selectAll().where("id", "=", id).executeTakeFirst();

/** Stores a dispute, or its new state. */
export const storeDispute = (tx: Writer, dispute: Dispute) =>
  tx
    .insertInto("disputes")
    .values(dispute)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(({ ref }) => ({
        amount: ref("excluded.amount"),
        taken: ref("excluded.taken"),
        state: ref("excluded.state"),
        phase: ref("excluded.phase"),
        reason: ref("excluded.reason"),
        respond_by: ref("excluded.respond_by"),
        updated_at: ref("excluded.updated_at"),
      })),
    )
    .execute();

export const listDisputesOfOrder = (db: Reader, orderId: string): Promise<Dispute[]> =>
  db.selectFrom("disputes").selectAll().where("order_id", "=", orderId).orderBy("created_at").orderBy("id").execute();

/** A dispute of the payment of an order that keeps it from getting cards; undefined if there is none. */
export async function findClosing(db: Reader, orderId: string): Promise<Dispute | undefined> {
  const disputes = await listDisputesOfOrder(db, orderId);
  for (const dispute of disputes.filter(({ state }) => isClosing(state)))
    if (await hasPaidFor(db, orderId, dispute.gateway_payment_id)) return dispute;
  return undefined;
}

/** An undecided dispute of a payment; undefined if there is none. */
export const findUndecided = (db: Reader, gatewayPaymentId: string, paymentId: string): Promise<Dispute | undefined> =>
  db
    .selectFrom("disputes")
    .selectAll()
    .where("payment_id", "=", paymentId)
    .where("gateway_payment_id", "=", gatewayPaymentId)
    .where("state", "in", UNDECIDED)
    .limit(1)
    .executeTakeFirst();

type Page = { limit: number; after?: PlaceInList; state?: DisputeState | "undecided" };

/** Disputes with their orders, newest first. */
export const listDisputes = (db: Reader, { limit, after, state }: Page) =>
  db
    .selectFrom("disputes")
    .innerJoin("orders", "orders.id", "disputes.order_id")
    .selectAll("disputes")
    .select("orders.order_number")
    .$if(state === "undecided", (query) => query.where("state", "in", UNDECIDED))
    .$if(state !== undefined && state !== "undecided", (query) => query.where("state", "=", state as DisputeState))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("disputes.created_at", "disputes.id"), "<", tuple(after!.value, after!.id)),
      ),
    )
    .orderBy("disputes.created_at", "desc")
    .orderBy("disputes.id", "desc")
    .limit(limit)
    .execute();

/** The number of disputes that wait for an answer, and the next deadline (ms). */
export async function countOpenDisputes(db: Reader): Promise<{ count: number; respondBy: number | null }> {
  const { count, respondBy } = await db
    .selectFrom("disputes")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min<number | null>("respond_by").as("respondBy")])
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return { count: Number(count), respondBy };
}

/** The next dispute after the id `after` that is not decided, or changed since `since` (ms). */
export const nextDispute = (
  db: Reader,
  { gateway, since, after }: { gateway: string; since: number; after: string | null },
): Promise<Dispute | undefined> =>
  db
    .selectFrom("disputes")
    .selectAll()
    .where("gateway", "=", gateway)
    .where(({ eb, or }) => or([eb("state", "in", UNDECIDED), eb("updated_at", ">=", since)]))
    .$if(after !== null, (query) => query.where("id", ">", after!))
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
