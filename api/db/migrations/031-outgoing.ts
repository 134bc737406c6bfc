import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

const ofEndpoint = (column: ColumnDefinitionBuilder) =>
  column.notNull().references("event_endpoints.id").onDelete("cascade");

/** Events for the operator's own systems, the endpoints that they are sent to, and the keys by which those systems ask. */
export const outgoing: Migration = {
  name: "031-outgoing",
  async up(db: Kysely<unknown>) {
    await createEndpoints(db);
    await createEvents(db);
    await createDeliveries(db);
    await createKeys(db);
  },
};

async function createEndpoints({ schema }: Kysely<unknown>) {
  await schema
    .createTable("event_endpoints")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("url", "text", required)
    .addColumn("secret_sealed", "text", required)
    .addColumn("old_secret_sealed", "text")
    .addColumn("old_secret_until", "bigint")
    .addColumn("paused_at", "bigint")
    .addColumn("problem", "text")
    .addColumn("rest_until", "bigint")
    .addColumn("failing_since", "bigint")
    .addColumn("delivered_at", "bigint")
    .addColumn("created_by", "text", required)
    .addColumn("created_at", "bigint", required)
    .execute();
  await schema
    .createTable("event_subscriptions")
    .addColumn("type", "text", required)
    .addColumn("endpoint_id", "text", ofEndpoint)
    .addPrimaryKeyConstraint("event_subscriptions_key", ["type", "endpoint_id"])
    .execute();
  await schema.createIndex("event_subscriptions_endpoint").on("event_subscriptions").column("endpoint_id").execute();
}

async function createEvents({ schema }: Kysely<unknown>) {
  await schema
    .createTable("events")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("type", "text", required)
    .addColumn("order_id", "text")
    .addColumn("order_number", "text")
    .addColumn("order_status", "text")
    .addColumn("total", "bigint")
    .addColumn("amount", "bigint")
    .addColumn("coins", "bigint")
    .addColumn("details", "text", required)
    .addColumn("created_at", "bigint", required)
    .execute();
  await schema.createIndex("events_created").on("events").columns(["created_at", "id"]).execute();
}

async function createDeliveries({ schema }: Kysely<unknown>) {
  await schema
    .createTable("event_deliveries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("event_id", "text", (column) => column.notNull().references("events.id").onDelete("cascade"))
    .addColumn("endpoint_id", "text", ofEndpoint)
    .addColumn("state", "text", required)
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("next_try_at", "bigint")
    .addColumn("tried_at", "bigint")
    .addColumn("status", "integer")
    .addColumn("answer", "text")
    .addColumn("took_ms", "integer")
    .addColumn("created_at", "bigint", required)
    .execute();
  await schema.createIndex("event_deliveries_event").on("event_deliveries").column("event_id").execute();
  await schema
    .createIndex("event_deliveries_due")
    .on("event_deliveries")
    .columns(["endpoint_id", "next_try_at"])
    .where(sql.ref("next_try_at"), "is not", null)
    .execute();
  await schema
    .createIndex("event_deliveries_endpoint")
    .on("event_deliveries")
    .columns(["endpoint_id", "created_at", "id"])
    .execute();
  await schema
    .createIndex("event_deliveries_open")
    .on("event_deliveries")
    .columns(["endpoint_id", "state", "created_at", "id"])
    .where(sql.ref("state"), "<>", sql.lit("delivered"))
    .execute();
}

async function createKeys({ schema }: Kysely<unknown>) {
  await schema
    .createTable("api_keys")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", required)
    .addColumn("key_hash", "text", (column) => column.notNull().unique())
    .addColumn("scopes", "text", required)
    .addColumn("created_by", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint")
    .addColumn("revoked_at", "bigint")
    .addColumn("used_at", "bigint")
    .execute();
}
