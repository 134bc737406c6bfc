import type { Writer } from "../../db/database.ts";

type NewCode = { sessionId: string; userId: string; codeHash: string; now: number; expiresAt: number };

/** Stores a session's code and replaces the previous one. */
export async function saveDeviceCode(tx: Writer, { sessionId, userId, codeHash, now, expiresAt }: NewCode) {
  await tx.deleteFrom("device_codes").where("expires_at", "<=", now).execute();
  const code = { code_hash: codeHash, tries: 0, expires_at: expiresAt };
  await tx
    .insertInto("device_codes")
    .values({ session_id: sessionId, user_id: userId, ...code })
    .onConflict((conflict) => conflict.column("session_id").doUpdateSet(code))
    .execute();
}

type Try = { limit: number; now: number };

/** Counts one try of the code for a session, atomically with the check; undefined if no try is left or the code has expired. */
export const countDeviceCodeTry = (tx: Writer, sessionId: string, { limit, now }: Try) =>
  tx
    .updateTable("device_codes")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("session_id", "=", sessionId)
    .where("tries", "<", limit)
    .where("expires_at", ">", now)
    .returning("code_hash")
    .executeTakeFirst();

export const deleteDeviceCode = (tx: Writer, sessionId: string) =>
  tx.deleteFrom("device_codes").where("session_id", "=", sessionId).execute();
