import type { Reader, Writer } from "../../db/database.ts";

/** The messages to an account's phone and to the recipients of its gifts, oldest first, without their contents. */
export const listMessagesOf = (db: Reader, userId: string) =>
  db
    .selectFrom("messages")
    .select(["kind", "phone", "channel", "state", "created_at", "ended_at"])
    .where("id", "in", selectMessagesOf(db, userId))
    .orderBy("created_at")
    .execute();

/** The consents of an account and the replies from its number, and their withdrawals, oldest first. */
export const listConsentsOf = (db: Reader, userId: string) =>
  db
    .selectFrom("phone_consents")
    .select(["phone", "channel", "source", "text", "given_at", "withdrawn_at"])
    .where((where) => where.or([where("user_id", "=", userId), where("phone", "=", selectPhoneOf(db, userId))]))
    .orderBy((column) => column.fn.coalesce("given_at", "withdrawn_at"))
    .execute();

/**
 * Deletes the messages of an account, and its consent, also by a reply. A withdrawal by a reply stays: without it, messages to the
 * number would begin again.
 */
export async function deleteMessagesOf(tx: Writer, userId: string) {
  await tx.deleteFrom("messages").where("id", "in", selectMessagesOf(tx, userId)).execute();
  await tx.deleteFrom("phone_consents").where("user_id", "=", userId).execute();
  await tx
    .deleteFrom("phone_consents")
    .where("phone", "=", selectPhoneOf(tx, userId))
    .where("source", "=", "reply")
    .where("given_at", "is not", null)
    .execute();
}

const selectPhoneOf = (db: Reader, userId: string) =>
  db.selectFrom("users").select("verified_phone").where("id", "=", userId);

/** Codes for a sign-in name no account, so they are found by the number. */
const selectMessagesOf = (db: Reader, userId: string) =>
  db
    .selectFrom("messages")
    .select("id")
    .where((where) =>
      where.or([
        where("user_id", "=", userId),
        where("phone", "=", selectPhoneOf(db, userId)),
        where("about", "in", (from) =>
          from
            .selectFrom("gift_links")
            .innerJoin("order_items", "order_items.id", "gift_links.order_item_id")
            .innerJoin("orders", "orders.id", "order_items.order_id")
            .select("gift_links.token_hash")
            .where("orders.user_id", "=", userId),
        ),
      ]),
    );
