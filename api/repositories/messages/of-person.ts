import type { Reader, Writer } from "../../db/database.ts";

/** A code for a sign-up comes before its account by this time at most (limits.phoneCodeMs). */
const CODE_MS = 10 * 60_000;

/** The messages to an account's phone and to the recipients of its gifts, oldest first, without their contents. */
export const listMessagesOf = (db: Reader, userId: string) =>
  db
    .selectFrom("messages")
    .select(["kind", "phone", "channel", "state", "created_at", "ended_at"])
    .where("id", "in", selectMessagesOf(db, userId))
    .orderBy("created_at")
    .execute();

/** The consents of an account and by replies from its number, and their withdrawals, oldest first. */
export const listConsentsOf = (db: Reader, userId: string) =>
  db
    .selectFrom("phone_consents")
    .select(["phone", "channel", "source", "text", "given_at", "withdrawn_at"])
    .where((where) =>
      where.or([
        where("user_id", "=", userId),
        where.and([
          where("user_id", "is", null),
          where("phone", "=", selectPhoneOf(db, userId)),
          where(where.fn.coalesce("given_at", "withdrawn_at"), ">=", selectBeginOf(db, userId)),
        ]),
      ]),
    )
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

/** Older messages and replies concern a former owner of the number. Only the code that made the account came before it. */
const selectBeginOf = (db: Reader, userId: string) =>
  db
    .selectFrom("users")
    .select((column) => column("created_at", "-", CODE_MS).as("begin"))
    .where("id", "=", userId);

/** Codes for a sign-in, and gifts from others, name no account, so they are found by the number. */
const selectMessagesOf = (db: Reader, userId: string) =>
  db
    .selectFrom("messages")
    .select("id")
    .where((where) =>
      where.or([
        where("user_id", "=", userId),
        where.and([
          where("user_id", "is", null),
          where("phone", "=", selectPhoneOf(db, userId)),
          where("created_at", ">=", selectBeginOf(db, userId)),
        ]),
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
