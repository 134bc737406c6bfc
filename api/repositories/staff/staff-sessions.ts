import type { StaffReader, StaffWriter } from "../../db/staff-schema.ts";
import { createToken, hashToken, randomId } from "../../domain/tokens.ts";

const HOUR_MS = 60 * 60_000;
/** A session ends after IDLE_MS without a request, and after a longer time in any case. */
const IDLE_MS = 12 * HOUR_MS;
const MAX_MS = 7 * 24 * HOUR_MS;
/** The time of the last request is stored at most once in this time. */
const NOTE_MS = 60_000;

/** Opens a session, whose member has just entered a code. @returns its token */
export async function openStaffSession(tx: StaffWriter, session: { memberId: string; client: string; now: number }) {
  const { memberId, client, now } = session;
  const token = createToken();
  await tx
    .deleteFrom("sessions")
    .where("member_id", "=", memberId)
    .where("created_at", "<=", now - MAX_MS)
    .execute();
  await tx
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      id: randomId(),
      member_id: memberId,
      client,
      created_at: now,
      used_at: now,
      confirmed_at: now,
    })
    .execute();
  return token;
}

const openSessions = (db: StaffReader, now: number) =>
  db
    .selectFrom("sessions")
    .where("sessions.used_at", ">", now - IDLE_MS)
    .where("sessions.created_at", ">", now - MAX_MS);

/** The session of a token with its member; undefined if it has ended or the member is disabled. */
export const findStaffSession = (db: StaffReader, token: string, now: number) =>
  openSessions(db, now)
    .innerJoin("members", "members.id", "sessions.member_id")
    .select(["sessions.id", "sessions.member_id", "sessions.used_at", "sessions.confirmed_at"])
    .select(["members.email", "members.name", "members.totp_secret"])
    .where("sessions.token_hash", "=", hashToken(token))
    .where("members.disabled_at", "is", null)
    .executeTakeFirst();

/** True if `noteUse` is due. */
export const isUseOld = ({ used_at }: { used_at: number }, now: number) => now - used_at > NOTE_MS;

export const noteUse = (tx: StaffWriter, id: string, now: number) =>
  tx.updateTable("sessions").set({ used_at: now }).where("id", "=", id).execute();

export const noteCode = (tx: StaffWriter, id: string, now: number) =>
  tx.updateTable("sessions").set({ confirmed_at: now }).where("id", "=", id).execute();

/** A member's open sessions, the last used first. */
export const listStaffSessions = (db: StaffReader, memberId: string, now: number) =>
  openSessions(db, now)
    .select(["id", "client", "created_at", "used_at"])
    .where("member_id", "=", memberId)
    .orderBy("used_at", "desc")
    .execute();

/** Ends a member's session. @returns its browser; undefined if there is none with this id */
export async function endStaffSession(tx: StaffWriter, memberId: string, id: string): Promise<string | undefined> {
  const ended = await tx
    .deleteFrom("sessions")
    .where("member_id", "=", memberId)
    .where("id", "=", id)
    .returning("client")
    .executeTakeFirst();
  return ended?.client;
}

export const endStaffSessionsOf = (tx: StaffWriter, memberId: string) =>
  tx.deleteFrom("sessions").where("member_id", "=", memberId).execute();
