import { compileQuery, type Param } from "../../db/compiled-query.ts";
import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";
import { hashToken, randomId } from "../../domain/tokens.ts";

type NewSession = {
  userId: string;
  refreshToken: string;
  client: string;
  /** Absent for logins without a browser, as in tests. */
  deviceHash?: string;
  now: number;
  expiresAt: number;
  /** The most sessions that the user may have, this one included; absent for no limit. */
  max?: number;
};

/**
 * Creates a session with its first refresh token and returns its id. Beyond `max` sessions, the least recently used
 * ones end. Times in ms.
 */
export async function createSession(
  tx: Writer,
  { userId, refreshToken, client, deviceHash, now, expiresAt, max }: NewSession,
) {
  const id = randomId();
  await tx.deleteFrom("sessions").where("user_id", "=", userId).where("expires_at", "<=", now).execute();
  await tx
    .insertInto("sessions")
    .values({
      id,
      user_id: userId,
      client,
      device_hash: deviceHash ?? null,
      created_at: now,
      expires_at: expiresAt,
      revoked_at: null,
    })
    .execute();
  await addRefreshToken(tx, { sessionId: id, token: refreshToken, parentHash: null, now });
  if (max !== undefined) {
    const others = (await listSessions(tx, userId, now)).filter((session) => session.id !== id);
    for (const { id: surplus } of others.slice(max - 1)) await revokeSession(tx, surplus, now);
  }
  return id;
}

/** The user of a session that is neither expired nor revoked, if the account is not disabled. */
export async function findSessionUser(db: Reader, sessionId: string, userId: string, now: number) {
  const [user] = await selectSessionUser(db, { sessionId, userId, now });
  return user;
}

const selectSessionUser = compileQuery((db, param: Param<{ sessionId: string; userId: string; now: number }>) =>
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

/**
 * A user's sessions that are neither expired nor revoked, most recently used first. A refresh counts as use. `confirmed_at` is that
 * of the device.
 */
export const listSessions = (db: Reader, userId: string, now: number) =>
  db
    .selectFrom("sessions")
    .innerJoin("refresh_tokens", "refresh_tokens.session_id", "sessions.id")
    .leftJoin("devices", (join) =>
      join.onRef("devices.token_hash", "=", "sessions.device_hash").onRef("devices.user_id", "=", "sessions.user_id"),
    )
    .select(({ fn }) => [
      "sessions.id",
      "sessions.client",
      "sessions.created_at",
      "devices.confirmed_at",
      fn.max("refresh_tokens.created_at").as("last_used_at"),
    ])
    .where("sessions.user_id", "=", userId)
    .where("sessions.revoked_at", "is", null)
    .where("sessions.expires_at", ">", now)
    .groupBy(["sessions.id", "sessions.client", "sessions.created_at", "devices.confirmed_at"])
    .orderBy("last_used_at", "desc")
    .execute();

export const setDeviceOfSession = (tx: Writer, id: string, deviceHash: string) =>
  tx.updateTable("sessions").set({ device_hash: deviceHash }).where("id", "=", id).execute();

/** Ends one session of a user; false if the user has none with that id. */
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

/** Ends all sessions of a user except `kept`; invalidates their access and refresh tokens. */
export const revokeSessionsOf = (tx: Writer, userId: string, now: number, kept = "") =>
  tx
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("user_id", "=", userId)
    .where("id", "!=", kept)
    .where("revoked_at", "is", null)
    .execute();

type Rotation = { refreshToken: string; successor: string; now: number; graceMs: number; maxSuccessors: number };

/**
 * Exchanges a refresh token for its successor; undefined if it is not valid. The previous token stays valid for
 * `graceMs`, because two tabs may refresh at once and an answer may get lost. Later use means that the token was
 * copied, so the session ends. It also ends when two successors of one token are both exchanged: a browser keeps only
 * one, so somebody else has the other. Returns "too many" if the token already has `maxSuccessors`.
 */
export async function rotateRefreshToken(tx: Writer, rotation: Rotation) {
  const { refreshToken, successor, now, graceMs, maxSuccessors } = rotation;
  const hash = hashToken(refreshToken);
  const session = await lockSessionOf(tx, hash, now);
  if (!session) return undefined;

  // Runs after the lock, so no other exchange in this session is in progress. Reads the token, its successors and its
  // siblings.
  const tokens = await tx
    .selectFrom("refresh_tokens")
    .select(["token_hash", "parent_hash", "replaced_at"])
    .where("session_id", "=", session.id)
    .where((where) =>
      where.or([
        where("token_hash", "=", hash),
        where("parent_hash", "=", hash),
        where(
          "parent_hash",
          "=",
          where.selectFrom("refresh_tokens").select("parent_hash").where("token_hash", "=", hash),
        ),
      ]),
    )
    .execute();
  const token = tokens.find(({ token_hash }) => token_hash === hash)!;
  const isOld = token.replaced_at !== null && now - token.replaced_at > graceMs;
  const successors = tokens.filter(({ parent_hash }) => parent_hash === hash);
  const siblings = tokens.filter((other) => other !== token && !successors.includes(other));
  const isForked = siblings.some(({ replaced_at }) => replaced_at !== null);
  if (isOld || isForked) {
    await revokeSession(tx, session.id, now);
    return undefined;
  }
  if (successors.length >= maxSuccessors) return "too many";
  if (token.replaced_at === null)
    await tx.updateTable("refresh_tokens").set({ replaced_at: now }).where("token_hash", "=", hash).execute();
  await addRefreshToken(tx, { sessionId: session.id, token: successor, parentHash: hash, now });
  return { sessionId: session.id, userId: session.user_id, expiresAt: session.expires_at };
}

/** The valid session of a refresh token, locked; undefined if it has ended or its account is disabled. */
const lockSessionOf = (tx: Writer, tokenHash: string, now: number) =>
  tx
    .selectFrom("sessions")
    .select(["id", "user_id", "expires_at"])
    .where("id", "=", (where) =>
      where.selectFrom("refresh_tokens").select("session_id").where("token_hash", "=", tokenHash),
    )
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .where("user_id", "in", (where) => where.selectFrom("users").select("id").where("disabled_at", "is", null))
    .$call(forUpdate(tx))
    .executeTakeFirst();

/** Ends the session of a refresh token, if there is one. */
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

type NewToken = { sessionId: string; token: string; parentHash: string | null; now: number };

const addRefreshToken = (tx: Writer, { sessionId, token, parentHash, now }: NewToken) =>
  tx
    .insertInto("refresh_tokens")
    .values({
      token_hash: hashToken(token),
      session_id: sessionId,
      parent_hash: parentHash,
      created_at: now,
      replaced_at: null,
    })
    .execute();
