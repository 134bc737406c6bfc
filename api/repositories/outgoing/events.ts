import { type Selectable, sql } from "kysely";

import { compileQuery, type Param } from "../../db/compiled-query.ts";
import type { Reader, Writer } from "../../db/database.ts";
import { keep } from "../../db/locks.ts";
import type { PlaceInList } from "../../db/place-in-list.ts";
import type { OutgoingTables } from "../../db/schema-outgoing.ts";
import type { EventType } from "../../domain/outgoing/events.ts";
import { randomId } from "../../domain/tokens.ts";

export type Event = Selectable<OutgoingTables["events"]>;

/**
 * Writes an event about an order, with a delivery to each endpoint that subscribes to it. Call it in the transaction that changes
 * the order, after the change. Without such endpoints, it is one query that writes nothing.
 */
export async function recordEvent(tx: Writer, type: EventType, orderId: string, now: number, details: object = {}) {
  const id = newEventId();
  const written = await insertEvent(tx, { id, type, orderId, now, details: JSON.stringify(details) });
  if (written.length > 0) await insertDeliveries(tx, id, type, now);
}

/** Records a test event for one endpoint. @returns the event's id */
export async function recordTest(tx: Writer, endpointId: string, now: number): Promise<string> {
  const id = newEventId();
  const about = { order_id: null, order_number: null, order_status: null, total: null, amount: null, coins: null };
  const event = { id, type: "test", ...about, details: "{}", created_at: now } as const;
  await tx.insertInto("events").values(event).execute();
  const delivery = {
    id: randomId(),
    event_id: id,
    endpoint_id: endpointId,
    state: "waiting",
    next_try_at: 0, // before waiting deliveries: a person watches for its arrival
  } as const;
  await tx
    .insertInto("event_deliveries")
    .values({ ...delivery, tries: 0, created_at: now })
    .execute();
  return id;
}

const newEventId = () => `evt_${randomId()}`;

type NewEvent = { id: string; type: EventType; orderId: string; details: string; now: number };

const insertEvent = compileQuery((db, param: Param<NewEvent>) =>
  db
    .insertInto("events")
    .columns([
      ...(["id", "type", "order_id", "order_number", "order_status", "total", "amount", "coins"] as const),
      ...(["details", "created_at"] as const),
    ])
    .expression((query) =>
      query
        .selectFrom("orders")
        .where("orders.id", "=", param("orderId"))
        .where((where) =>
          where.exists(where.selectFrom("event_subscriptions").select("type").where("type", "=", param("type"))),
        )
        .select([
          as(param("id"), "text").as("id"),
          as(param("type"), "text").as("type"),
          ...(["orders.id as order_id", "order_number", "status", "total", "amount", "coins"] as const),
          as(param("details"), "text").as("details"),
          as(param("now"), "bigint").as("created_at"),
        ] as never),
    )
    .returning("id"),
);

/** PostgreSQL reads a bare parameter of a selection as text. */
const as = (value: unknown, type: "text" | "bigint") => sql`cast(${value} as ${sql.raw(type)})`;

async function insertDeliveries(tx: Writer, eventId: string, type: EventType, now: number) {
  const endpoints = await tx
    .selectFrom("event_subscriptions")
    .innerJoin("event_endpoints", "event_endpoints.id", "endpoint_id")
    .select("endpoint_id")
    .where("type", "=", type)
    .$call(keep(tx, "event_endpoints")) // a delivery to an endpoint that is removed at the same time would fail the order
    .execute();
  if (endpoints.length === 0) return;
  await tx
    .insertInto("event_deliveries")
    .values(
      endpoints.map(({ endpoint_id }) => ({
        id: randomId(),
        event_id: eventId,
        endpoint_id,
        state: "waiting" as const,
        tries: 0,
        next_try_at: now,
        created_at: now,
      })),
    )
    .execute();
}

/** Events, newest first, after a place in the list. */
export const listEvents = (
  db: Reader,
  { limit, after, type }: { limit: number; after?: PlaceInList; type?: EventType },
): Promise<Event[]> =>
  db
    .selectFrom("events")
    .selectAll()
    .$if(type !== undefined, (query) => query.where("type", "=", type!))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), "<", tuple(after!.value, after!.id))),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** True if there are events of `before` (ms) or earlier. */
export const hasOldEvent = async (db: Reader, before: number): Promise<boolean> =>
  (await db.selectFrom("events").select("id").where("created_at", "<=", before).limit(1).execute()).length > 0;

/** Deletes at most `most` events of `before` (ms) or earlier, with their deliveries. */
export const deleteOldEvents = (tx: Writer, before: number, most: number) =>
  tx
    .deleteFrom("events")
    .where("id", "in", (query) =>
      query.selectFrom("events").select("id").where("created_at", "<=", before).orderBy("created_at").limit(most),
    )
    .execute();
