import type { Reader, Writer } from "../db/database.ts";
import { forUpdate } from "../db/locks.ts";
import { hashRefreshToken, randomId } from "../domain/tokens.ts";

type NewSession = { userId: string; refreshToken: string; now: number; expiresAt: number };

/** Begins a session with its first refresh token and answers the session's id. Times in ms. */
export async function createSession(tx: Writer, { userId, refreshToken, now, expiresAt }: NewSession) {
  const id = randomId();
  await tx.deleteFrom("sessions").where("user_id", "=", userId).where("expires_at", "<=", now).execute();
  await tx
    .insertInto("sessions")
    .values({ id, user_id: userId, created_at: now, expires_at: expiresAt, revoked_at: null })
    .execute();
  await addRefreshToken(tx, id, refreshToken, now);
  return id;
}

/** The user of a session that is neither over nor revoked, if the account is not disabled. */
export const findSessionUser = (db: Reader, sessionId: string, userId: string, now: number) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("users")
    .where("sessions.id", "=", sessionId)
    .where("users.id", "=", userId)
    .where("sessions.revoked_at", "is", null)
    .where("sessions.expires_at", ">", now)
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();

type Rotation = { refreshToken: string; successor: string; now: number; graceMs: number };

/**
 * Takes a refresh token in exchange for its successor; undefined when it is not, or no longer, good. The previous
 * token is taken for `graceMs` more, since two tabs may refresh at once; after that its use means that somebody copied
 * it, and the session ends.
 */
export async function rotateRefreshToken(tx: Writer, { refreshToken, successor, now, graceMs }: Rotation) {
  const hash = hashRefreshToken(refreshToken);
  const token = await tx
    .selectFrom("refresh_tokens")
    .select(["session_id", "replaced_at"])
    .where("token_hash", "=", hash)
    .$call(forUpdate(tx))
    .executeTakeFirst();
  if (!token) return undefined;

  const { session_id: sessionId, replaced_at: replacedAt } = token;
  const session = await tx
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["sessions.user_id", "sessions.expires_at"])
    .where("sessions.id", "=", sessionId)
    .where("sessions.revoked_at", "is", null)
    .where("sessions.expires_at", ">", now)
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();
  if (!session) return undefined;

  if (replacedAt !== null && now - replacedAt > graceMs) {
    await revokeSession(tx, sessionId, now);
    return undefined;
  }
  if (replacedAt === null)
    await tx.updateTable("refresh_tokens").set({ replaced_at: now }).where("token_hash", "=", hash).execute();
  await addRefreshToken(tx, sessionId, successor, now);
  return { sessionId, userId: session.user_id, expiresAt: session.expires_at };
}

/** Ends the session that a refresh token belongs to, if there is one. */
export async function revokeByRefreshToken(tx: Writer, refreshToken: string, now: number) {
  const token = await tx
    .selectFrom("refresh_tokens")
    .select("session_id")
    .where("token_hash", "=", hashRefreshToken(refreshToken))
    .executeTakeFirst();
  if (token) await revokeSession(tx, token.session_id, now);
}

const revokeSession = (tx: Writer, id: string, now: number) =>
  tx.updateTable("sessions").set({ revoked_at: now }).where("id", "=", id).where("revoked_at", "is", null).execute();

const addRefreshToken = (tx: Writer, sessionId: string, token: string, now: number) =>
  tx
    .insertInto("refresh_tokens")
    .values({ token_hash: hashRefreshToken(token), session_id: sessionId, created_at: now, replaced_at: null })
    .execute();
