import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forChange, lockNames } from "../../db/locks.ts";
import type { OutgoingTables } from "../../db/schema-outgoing.ts";
import type { EventType } from "../../domain/outgoing/events.ts";

export type Endpoint = Selectable<OutgoingTables["event_endpoints"]>;

/** All endpoints with their events, the oldest first. */
export async function listEndpoints(db: Reader): Promise<(Endpoint & { events: EventType[] })[]> {
  const endpoints = await db.selectFrom("event_endpoints").selectAll().orderBy("created_at").orderBy("id").execute();
  const subscriptions = await db.selectFrom("event_subscriptions").selectAll().orderBy("type").execute();
  return endpoints.map((endpoint) => ({
    ...endpoint,
    events: subscriptions.filter(({ endpoint_id }) => endpoint_id === endpoint.id).map(({ type }) => type),
  }));
}

export const findEndpoint = (db: Reader, id: string): Promise<Endpoint | undefined> =>
  db.selectFrom("event_endpoints").selectAll().where("id", "=", id).executeTakeFirst();

/** Locks an endpoint that is to change. Orders that write events do not wait for it. */
export const lockEndpoint = (tx: Writer, id: string): Promise<Endpoint | undefined> =>
  tx.selectFrom("event_endpoints").selectAll().where("id", "=", id).$call(forChange(tx)).executeTakeFirst();

/** Adds an endpoint; false if there are `most` already. */
export async function insertEndpoint(tx: Writer, endpoint: Endpoint, most: number): Promise<boolean> {
  await lockNames(tx, ["event endpoints"]);
  const { count } = await tx
    .selectFrom("event_endpoints")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= most) return false;
  await tx.insertInto("event_endpoints").values(endpoint).execute();
  return true;
}

export const updateEndpoint = (tx: Writer, id: string, change: Partial<Omit<Endpoint, "id">>) =>
  tx.updateTable("event_endpoints").set(change).where("id", "=", id).execute();

/** Chooses the events that an endpoint gets from now on. */
export async function setSubscriptions(tx: Writer, endpointId: string, types: EventType[]) {
  await tx.deleteFrom("event_subscriptions").where("endpoint_id", "=", endpointId).execute();
  const rows = types.map((type) => ({ type, endpoint_id: endpointId }));
  if (rows.length > 0) await tx.insertInto("event_subscriptions").values(rows).execute();
}

/** Removes an endpoint with its deliveries. */
export const deleteEndpoint = (tx: Writer, id: string) =>
  tx.deleteFrom("event_endpoints").where("id", "=", id).execute();
