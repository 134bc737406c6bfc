import { type ExpressionBuilder, type Selectable, sql } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdateSkipLocked } from "../../db/locks.ts";
import type { PlaceInList } from "../../db/place-in-list.ts";
import type { Schema } from "../../db/schema.ts";
import type { OutgoingTables } from "../../db/schema-outgoing.ts";
import { type Endpoint, findEndpoint } from "./endpoints.ts";
import type { Event } from "./events.ts";

export type Delivery = Selectable<OutgoingTables["event_deliveries"]>;

/** A literal, not a value: only then do both databases use the index of undelivered ones. */
const DELIVERED = sql.lit("delivered" as const);

/** A due delivery, with all data for sending it. */
export type DueDelivery = { delivery: Delivery; event: Event; endpoint: Endpoint };

/** The endpoints with a due delivery that neither rest nor are paused. */
export async function listDueEndpoints(db: Reader, now: number): Promise<string[]> {
  const due = await db
    .selectFrom("event_endpoints")
    .select("id")
    .where("paused_at", "is", null)
    .where((where) => where.or([where("rest_until", "is", null), where("rest_until", "<=", now)]))
    .where((where) =>
      where.exists(
        where
          .selectFrom("event_deliveries")
          .select("event_deliveries.id")
          .whereRef("endpoint_id", "=", "event_endpoints.id")
          .where("next_try_at", "<=", now),
      ),
    )
    .execute();
  return due.map(({ id }) => id);
}

/** The next due time (ms) of a delivery to an endpoint; no row, or null, for never. */
export const selectNextDelivery = (query: ExpressionBuilder<Schema, never>) =>
  query
    .selectFrom((from) =>
      from
        .selectFrom("event_endpoints")
        .where("paused_at", "is", null)
        .select((select) => [
          "rest_until",
          select
            .selectFrom("event_deliveries")
            .whereRef("endpoint_id", "=", "event_endpoints.id")
            .where("next_try_at", "is not", null)
            .select(({ fn }) => fn.min<number | null>("next_try_at").as("at"))
            .as("due_at"),
        ])
        .as("endpoints"),
    )
    .select(sql<number | null>`min(case when rest_until > due_at then rest_until else due_at end)`.as("at"));

/** Leases the next due delivery to an endpoint for `leaseMs`; undefined if none is due, or the endpoint rests or is paused. */
export async function takeDueDelivery(
  tx: Writer,
  endpointId: string,
  now: number,
  leaseMs: number,
): Promise<DueDelivery | undefined> {
  const endpoint = await findEndpoint(tx, endpointId);
  if (endpoint === undefined || endpoint.paused_at !== null || (endpoint.rest_until ?? 0) > now) return undefined;
  const delivery = await tx
    .selectFrom("event_deliveries")
    .selectAll()
    .where("endpoint_id", "=", endpointId)
    .where("next_try_at", "<=", now)
    .orderBy("next_try_at")
    .limit(1)
    .$call(forUpdateSkipLocked(tx))
    .executeTakeFirst();
  if (delivery === undefined) return undefined;
  const taken = { tries: delivery.tries + 1, next_try_at: now + leaseMs };
  await updateDelivery(tx, delivery.id, taken);
  const event = await tx.selectFrom("events").selectAll().where("id", "=", delivery.event_id).executeTakeFirstOrThrow();
  return { delivery: { ...delivery, ...taken }, event, endpoint };
}

export const updateDelivery = (tx: Writer, id: string, change: Partial<Omit<Delivery, "id">>) =>
  tx.updateTable("event_deliveries").set(change).where("id", "=", id).execute();

/** Makes deliveries due that wait for an endpoint after a failure. Deliveries without a try are due already. */
export const hurryDeliveries = (tx: Writer, endpointId: string, now: number) =>
  tx
    .updateTable("event_deliveries")
    .set({ next_try_at: now })
    .where("endpoint_id", "=", endpointId)
    .where("next_try_at", ">", now)
    .execute();

/** True if a delivery waits for an endpoint. */
export const hasWaiting = async (db: Reader, endpointId: string): Promise<boolean> =>
  (
    await db
      .selectFrom("event_deliveries")
      .select("id")
      .where("endpoint_id", "=", endpointId)
      .where("next_try_at", "is not", null)
      .limit(1)
      .execute()
  ).length > 0;

/**
 * Makes deliveries due again, from their first try: one by its id, or all that failed since a time (ms). @returns their number
 */
export async function replayDeliveries(
  tx: Writer,
  endpointId: string,
  which: { id: string } | { failedSince: number },
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("event_deliveries")
    .set({ state: "waiting", tries: 0, next_try_at: now })
    .where("endpoint_id", "=", endpointId)
    .$if("id" in which, (query) => query.where("id", "=", (which as { id: string }).id))
    .$if("failedSince" in which, (query) =>
      query.where("state", "=", "failed").where("created_at", ">=", (which as { failedSince: number }).failedSince),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deliveries to an endpoint with their events, the newest first, after a place in the list. */
export const listDeliveries = (
  db: Reader,
  endpointId: string,
  { limit, after, state }: { limit: number; after?: PlaceInList; state?: Delivery["state"] },
) =>
  db
    .selectFrom("event_deliveries")
    .innerJoin("events", "events.id", "event_id")
    .selectAll("event_deliveries")
    .select(["type", "order_id", "order_number"])
    .where("endpoint_id", "=", endpointId)
    .$if(state !== undefined, (query) => query.where("state", "=", state!))
    .$if(state === "waiting" || state === "failed", (query) => query.where("state", "<>", DELIVERED))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("event_deliveries.created_at", "event_deliveries.id"), "<", tuple(after!.value, after!.id)),
      ),
    )
    .orderBy("event_deliveries.created_at", "desc")
    .orderBy("event_deliveries.id", "desc")
    .limit(limit)
    .execute();

/** The numbers of waiting and of failed deliveries of each endpoint. */
export const countDeliveries = (db: Reader) =>
  db
    .selectFrom("event_deliveries")
    .where("state", "<>", DELIVERED)
    .select(({ fn }) => ["endpoint_id", "state", fn.countAll<number>().as("count")])
    .groupBy(["endpoint_id", "state"])
    .execute();
