import type { ColumnDefinitionBuilder, Kysely } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Messages to phones, their sendings by channel, and the consent of each number. */
export const messages: Migration = {
  name: "063-messages",
  async up(db: Kysely<unknown>) {
    await createMessages(db);
    await createSendings(db);
    await createConsents(db);
  },
};

async function createMessages({ schema }: Kysely<unknown>) {
  await schema
    .createTable("messages")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", required)
    .addColumn("about", "text", required)
    .addColumn("user_id", "text")
    .addColumn("phone", "text", required)
    .addColumn("language", "text", required)
    .addColumn("sealed", "text")
    .addColumn("channel", "text")
    .addColumn("state", "text", required)
    .addColumn("tries", "integer", required)
    .addColumn("next_try_at", "bigint")
    .addColumn("fall_back_at", "bigint")
    .addColumn("expires_at", "bigint", required)
    .addColumn("copies", "integer", required)
    .addColumn("reason", "text")
    .addColumn("created_at", "bigint", required)
    .addColumn("ended_at", "bigint")
    .addColumn("request_id", "text")
    .addUniqueConstraint("messages_once", ["about", "kind"])
    .execute();
  await schema.createIndex("messages_due").on("messages").column("next_try_at").execute();
  await schema.createIndex("messages_phone").on("messages").columns(["phone", "created_at"]).execute();
  await schema.createIndex("messages_user").on("messages").column("user_id").execute();
  await schema.createIndex("messages_created").on("messages").column("created_at").execute();
}

async function createSendings({ schema }: Kysely<unknown>) {
  const ofMessage = (column: ColumnDefinitionBuilder) => column.notNull().references("messages.id").onDelete("cascade");
  await schema
    .createTable("message_sendings")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("message_id", "text", ofMessage)
    .addColumn("channel", "text", required)
    .addColumn("provider", "text", required)
    .addColumn("provider_id", "text")
    .addColumn("state", "text", required)
    .addColumn("fault", "text")
    .addColumn("reason", "text")
    .addColumn("cost", "integer", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("changed_at", "bigint", required)
    .addUniqueConstraint("message_sendings_once", ["message_id", "channel"])
    .execute();
  await schema.createIndex("message_sendings_provider").on("message_sendings").column("provider_id").execute();
  await schema.createIndex("message_sendings_changed").on("message_sendings").column("changed_at").execute();
}

async function createConsents({ schema }: Kysely<unknown>) {
  await schema
    .createTable("phone_consents")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("phone", "text", required)
    .addColumn("channel", "text", required)
    .addColumn("user_id", "text")
    .addColumn("source", "text", required)
    .addColumn("text", "text", required)
    .addColumn("given_at", "bigint")
    .addColumn("withdrawn_at", "bigint")
    .execute();
  await schema.createIndex("phone_consents_phone").on("phone_consents").columns(["phone", "channel"]).execute();
  await schema.createIndex("phone_consents_user").on("phone_consents").column("user_id").execute();
}
