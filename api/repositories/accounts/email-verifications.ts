import type { Reader, Writer } from "../../db/database.ts";
import { hashToken } from "../../domain/tokens.ts";

/** Stores the hash of the token in a link, valid until `expiresAt` (ms). */
export async function insertVerification(
  tx: Writer,
  { userId, token, now, expiresAt }: { userId: string; token: string; now: number; expiresAt: number },
) {
  await tx.deleteFrom("email_verifications").where("expires_at", "<=", now).execute();
  await tx
    .insertInto("email_verifications")
    .values({ token_hash: hashToken(token), user_id: userId, expires_at: expiresAt })
    .execute();
}

/** The user whose address a token verifies; undefined if it is unknown or expired. */
export const findVerification = (db: Reader, token: string, now: number) =>
  db
    .selectFrom("email_verifications")
    .select("user_id")
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
