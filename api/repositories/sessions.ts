import { compileOnce, type Param } from "../db/compile-once.ts";
import type { Reader, Writer } from "../db/database.ts";
import { forUpdate } from "../db/locks.ts";
import { hashToken, randomId } from "../domain/tokens.ts";

type NewSession = { userId: string; refreshToken: string; client: string; now: number; expiresAt: number };

/** Begins a session with its first refresh token and answers the session's id. Times in ms. */
export async function createSession(tx: Writer, { userId, refreshToken, client, now, expiresAt }: NewSession) {
  const id = randomId();
  await tx.deleteFrom("sessions").where("user_id", "=", userId).where("expires_at", "<=", now).execute();
  await tx
    .insertInto("sessions")
    .values({ id, user_id: userId, client, created_at: now, expires_at: expiresAt, revoked_at: null })
    .execute();
  await addRefreshToken(tx, id, refreshToken, now);
  return id;
}

/** The user of a session that is neither over nor revoked, if the account is not disabled. */
export async function findSessionUser(db: Reader, sessionId: string, userId: string, now: number) {
  const [user] = await selectSessionUser(db, { sessionId, userId, now });
  return user;
}

const selectSessionUser = compileOnce((db, param: Param<{ sessionId: string; userId: string; now: number }>) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("users")
    .where("sessions.id", "=", param("sessionId"))
    .where("users.id", "=", param("userId"))
    .where("sessions.revoked_at", "is", null)
    .where("sessions.expires_at", ">", param("now"))
    .where("users.disabled_at", "is", null),
);

/** A user's sessions that are neither over nor revoked, the last used first. Each was used when it was last refreshed. */
export const listSessions = (db: Reader, userId: string, now: number) =>
  db
    .selectFrom("sessions")
    .innerJoin("refresh_tokens", "refresh_tokens.session_id", "sessions.id")
    .select(({ fn }) => [
      "sessions.id",
      "sessions.client",
      "sessions.created_at",
      fn.max("refresh_tokens.created_at").as("last_used_at"),
    ])
    .where("sessions.user_id", "=", userId)
    .where("sessions.revoked_at", "is", null)
    .where("sessions.expires_at", ">", now)
    .groupBy(["sessions.id", "sessions.client", "sessions.created_at"])
    .orderBy("last_used_at", "desc")
    .execute();

/** Ends one of a user's own sessions; false when there is none of that id. */
export async function revokeOwnSession(tx: Writer, userId: string, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends all sessions of a user, so that neither their access nor their refresh tokens count any more. */
export const revokeSessionsOf = (tx: Writer, userId: string, now: number) =>
  tx
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();

type Rotation = { refreshToken: string; successor: string; now: number; graceMs: number };

/**
 * Takes a refresh token in exchange for its successor; undefined when it is not, or no longer, good. The previous
 * token is taken for `graceMs` more, since two tabs may refresh at once; after that its use means that somebody copied
 * it, and the session ends.
 */
export async function rotateRefreshToken(tx: Writer, { refreshToken, successor, now, graceMs }: Rotation) {
  const hash = hashToken(refreshToken);
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
    .where("token_hash", "=", hashToken(refreshToken))
    .executeTakeFirst();
  if (token) await revokeSession(tx, token.session_id, now);
}

const revokeSession = (tx: Writer, id: string, now: number) =>
  tx.updateTable("sessions").set({ revoked_at: now }).where("id", "=", id).where("revoked_at", "is", null).execute();

const addRefreshToken = (tx: Writer, sessionId: string, token: string, now: number) =>
  tx
    .insertInto("refresh_tokens")
    .values({ token_hash: hashToken(token), session_id: sessionId, created_at: now, replaced_at: null })
    .execute();
