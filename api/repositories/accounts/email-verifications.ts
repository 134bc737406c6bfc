import type { Reader, Writer } from "../../db/database.ts";
import { hashToken } from "../../domain/tokens.ts";

type NewLink = { userId: string; token: string; newEmail?: string; now: number; expiresAt: number };

/** Stores the hash of the token in a link, valid until `expiresAt` (ms). `newEmail`: an address that it adds to the account. */
export async function insertVerification(tx: Writer, { userId, token, newEmail, now, expiresAt }: NewLink) {
  await tx.deleteFrom("email_verifications").where("expires_at", "<=", now).execute();
  await tx
    .insertInto("email_verifications")
    .values({ token_hash: hashToken(token), user_id: userId, expires_at: expiresAt, new_email: newEmail ?? null })
    .execute();
}

export const deleteVerificationsOf = (tx: Writer, userId: string) =>
  tx.deleteFrom("email_verifications").where("user_id", "=", userId).execute();

/** Deletes the links that would give an account another address than this one. */
export const deleteOtherNewEmails = (tx: Writer, userId: string, email: string) =>
  tx
    .deleteFrom("email_verifications")
    .where("user_id", "=", userId)
    .where((where) => where.or([where("new_email", "is", null), where("new_email", "<>", email)]))
    .execute();

/** The user whose address a token verifies; undefined if it is unknown or expired. */
export const findVerification = (db: Reader, token: string, now: number) =>
  db
    .selectFrom("email_verifications")
    .select(["user_id", "new_email"])
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
