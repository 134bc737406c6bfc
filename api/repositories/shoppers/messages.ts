import type { Reader, Writer } from "../../db/database.ts";

/** The gifts of a shopper's orders, by the subjects of their messages. */
const giftsOf = (db: Reader, userId: string) =>
  db
    .selectFrom("gift_links")
    .innerJoin("order_items", "order_items.id", "gift_links.order_item_id")
    .innerJoin("orders", "orders.id", "order_items.order_id")
    .select("gift_links.token_hash")
    .where("orders.user_id", "=", userId);

/** The messages to a shopper's phone, and those to the recipients of their gifts, oldest first. */
export const listMessagesOf = (db: Reader, userId: string) =>
  db
    .selectFrom("messages")
    .select(["kind", "phone", "channel", "state", "created_at", "ended_at"])
    .where((where) => where.or([where("user_id", "=", userId), where("about", "in", giftsOf(db, userId))]))
    .orderBy("created_at")
    .execute();

/** The consent to messages that was given and withdrawn for a shopper's numbers, oldest first. */
export const listConsentsOf = (db: Reader, userId: string) =>
  db
    .selectFrom("phone_consents")
    .select(["phone", "channel", "source", "text", "given_at", "withdrawn_at"])
    .where((where) =>
      where.or([
        where("user_id", "=", userId),
        where("phone", "in", (from) =>
          from
            .selectFrom("users")
            .select("verified_phone")
            .where("id", "=", userId)
            .$castTo<{ verified_phone: string }>(),
        ),
      ]),
    )
    .orderBy((column) => column.fn.coalesce("given_at", "withdrawn_at"))
    .execute();

/**
 * Deletes the messages to a shopper and to the recipients of their gifts, and their consent. A withdrawal by a reply stays: without
 * it, messages to the number would begin again.
 */
export async function deleteMessagesOf(tx: Writer, id: string) {
  await tx
    .deleteFrom("messages")
    .where((where) => where.or([where("user_id", "=", id), where("about", "in", giftsOf(tx, id))]))
    .execute();
  await tx.deleteFrom("phone_consents").where("user_id", "=", id).execute();
}
