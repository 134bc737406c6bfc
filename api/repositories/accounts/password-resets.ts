import type { Reader, Writer } from "../../db/database.ts";
import { hashToken } from "../../domain/tokens.ts";

type NewReset = {
  id: string;
  userId: string | null;
  codeHash: string;
  deviceHash: string | null;
  now: number;
  expiresAt: number;
};

export async function insertReset(tx: Writer, { id, userId, codeHash, deviceHash, now, expiresAt }: NewReset) {
  await tx.deleteFrom("password_resets").where("expires_at", "<=", now).execute();
  await tx
    .insertInto("password_resets")
    .values({
      id,
      user_id: userId,
      code_hash: codeHash,
      token_hash: null,
      device_hash: deviceHash,
      expires_at: expiresAt,
    })
    .execute();
}

/** Adds a reset without a code, for a shopper who has already verified their mailbox; only `token` is accepted. */
export const insertExchangedReset = (
  tx: Writer,
  { token, ...reset }: Omit<NewReset, "codeHash" | "deviceHash" | "now"> & { token: string },
) =>
  tx
    .insertInto("password_resets")
    .values({
      id: reset.id,
      user_id: reset.userId,
      code_hash: "",
      token_hash: hashToken(token),
      device_hash: null,
      expires_at: reset.expiresAt,
    })
    .execute();

export const findReset = (db: Reader, id: string) =>
  db.selectFrom("password_resets").selectAll().where("id", "=", id).executeTakeFirst();

type Try = { limit: number; now: number };

/** Counts one try of the code for a reset, atomically with the check; undefined if no try is left or the reset has expired. */
export const countCodeTry = (tx: Writer, id: string, { limit, now }: Try) =>
  tx
    .updateTable("password_resets")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("id", "=", id)
    .where("token_hash", "is", null)
    .where("tries", "<", limit)
    .where("expires_at", ">", now)
    .returning(["user_id", "code_hash", "device_hash"])
    .executeTakeFirst();

type Exchange = { token: string; deviceHash: string; expiresAt: number };

/** Exchanges the code, once it was entered correctly on a device, for `token`, valid until `expiresAt` (ms). */
export const exchangeCode = (tx: Writer, id: string, { token, deviceHash, expiresAt }: Exchange) =>
  tx
    .updateTable("password_resets")
    .set({ token_hash: hashToken(token), device_hash: deviceHash, tries: 0, expires_at: expiresAt })
    .where("id", "=", id)
    .execute();

/**
 * Counts one try of a password with a reset's token, atomically with the check; false if no try is left or the reset
 * has expired.
 */
export async function countPasswordTry(tx: Writer, token: string, { limit, now }: Try): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("password_resets")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("token_hash", "=", hashToken(token))
    .where("tries", "<", limit)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The e-mail of the user whose password `token` sets. */
export const findEmailOfToken = (db: Reader, token: string) =>
  db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .select("users.email")
    .where("token_hash", "=", hashToken(token))
    .executeTakeFirst();

/** Deletes a token and returns its user and device; undefined if it was used or has expired. */
export async function takeReset(tx: Writer, token: string, now: number) {
  const reset = await tx
    .deleteFrom("password_resets")
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .returning(["user_id", "device_hash"])
    .executeTakeFirst();
  return reset?.user_id ? { userId: reset.user_id, deviceHash: reset.device_hash } : undefined;
}

export const deleteReset = (tx: Writer, id: string) => tx.deleteFrom("password_resets").where("id", "=", id).execute();

export const deleteResetsOf = (tx: Writer, userId: string) =>
  tx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
