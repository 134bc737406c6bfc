import type { Reader, Writer } from "../../db/database.ts";

/** The messages to an account's phone, oldest first, without their contents. */
export const listMessagesOf = (db: Reader, userId: string) =>
  db
    .selectFrom("messages")
    .select(["kind", "phone", "channel", "state", "created_at", "ended_at"])
    .where("id", "in", selectMessagesOf(db, userId))
    .orderBy("created_at")
    .execute();

/** The consents of an account, and their withdrawals. */
export const listConsentsOf = (db: Reader, userId: string) =>
  db
    .selectFrom("phone_consents")
    .select(["phone", "channel", "source", "text", "given_at", "withdrawn_at"])
    .where("user_id", "=", userId)
    .execute();

export async function deleteMessagesOf(tx: Writer, userId: string) {
  await tx.deleteFrom("messages").where("id", "in", selectMessagesOf(tx, userId)).execute();
  await tx.deleteFrom("phone_consents").where("user_id", "=", userId).execute();
}

/** Codes for a sign-in name no account, so they are found by the number. */
const selectMessagesOf = (db: Reader, userId: string) =>
  db
    .selectFrom("messages")
    .select("id")
    .where(({ or, eb, selectFrom }) =>
      or([
        eb("user_id", "=", userId),
        eb("phone", "=", selectFrom("users").select("verified_phone").where("id", "=", userId)),
      ]),
    );
