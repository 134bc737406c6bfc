import type { Reader, Writer } from "../../db/database.ts";

/** A device of one account; `hash` is that of its token. */
export type DeviceOf = { hash: string; userId: string };

export const findDevice = (db: Reader, { hash, userId }: DeviceOf) =>
  db.selectFrom("devices").selectAll().where("token_hash", "=", hash).where("user_id", "=", userId).executeTakeFirst();

/** True if any account of this shop has this browser. */
export const hasDevice = async (db: Reader, hash: string) =>
  (await db.selectFrom("devices").select("user_id").where("token_hash", "=", hash).limit(1).executeTakeFirst()) !==
  undefined;

export const hasAnyDevice = async (db: Reader, userId: string) =>
  (await db.selectFrom("devices").select("user_id").where("user_id", "=", userId).limit(1).executeTakeFirst()) !==
  undefined;

export type SeenDevice = DeviceOf & { client: string; now: number };

/** Adds the device of a sign-up. */
export const insertSignupDevice = (tx: Writer, { hash, userId, client, now }: SeenDevice) =>
  tx
    .insertInto("devices")
    .values({ token_hash: hash, user_id: userId, client, created_at: now, last_seen_at: null, confirmed_at: null })
    .execute();

/** Adds a device on which nobody has proven yet that the account is theirs. A device of the account stays as it is. */
export const insertClaimedDevice = (tx: Writer, { hash, userId, client, now }: SeenDevice) =>
  tx
    .insertInto("devices")
    .values({ token_hash: hash, user_id: userId, client, created_at: now, last_seen_at: null, confirmed_at: null })
    .onConflict((conflict) => conflict.columns(["token_hash", "user_id"]).doNothing())
    .execute();

/** The time (ms) of the last login to an account; null without one. */
export async function findLastLogin(db: Reader, userId: string): Promise<number | null> {
  const { last } = await db
    .selectFrom("devices")
    .select(({ fn }) => fn.max<number | null>("last_seen_at").as("last"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return last;
}

/** Adds the device, or updates the time of its last use; `isConfirmed` marks it as confirmed. */
export const saveDevice = (tx: Writer, { hash, userId, client, now }: SeenDevice, isConfirmed = false) =>
  tx
    .insertInto("devices")
    .values({
      token_hash: hash,
      user_id: userId,
      client,
      created_at: now,
      last_seen_at: now,
      confirmed_at: isConfirmed ? now : null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["token_hash", "user_id"])
        .doUpdateSet({ client, last_seen_at: now, ...(isConfirmed && { confirmed_at: now }) }),
    )
    .execute();

/** Confirms the device of the sign-up, if the account still has it. */
export const confirmSignupDevice = (tx: Writer, userId: string, now: number) =>
  tx
    .updateTable("devices")
    .set({ confirmed_at: now })
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .where("created_at", "=", ({ selectFrom }) => selectFrom("users").select("created_at").where("id", "=", userId))
    .execute();

/**
 * Deletes the account's devices except `keep`: those not seen since `unseenSince` (ms), and the least valuable beyond
 * `most`.
 */
export async function pruneDevices(
  tx: Writer,
  { hash: keep, userId }: DeviceOf,
  { unseenSince, most }: { unseenSince: number; most: number },
) {
  const devices = await tx.selectFrom("devices").selectAll().where("user_id", "=", userId).execute();
  const seenAt = (device: (typeof devices)[number]) => device.last_seen_at ?? device.created_at;
  const others = devices
    .filter(({ token_hash }) => token_hash !== keep)
    // Confirmed devices come first: an intruder with only the password must not displace the owner's.
    .toSorted((a, b) => Number(b.confirmed_at !== null) - Number(a.confirmed_at !== null) || seenAt(b) - seenAt(a));
  const forgotten = others.filter((device, index) => index >= most - 1 || seenAt(device) <= unseenSince);
  if (forgotten.length === 0) return;
  const hashes = forgotten.map(({ token_hash }) => token_hash);
  await tx.deleteFrom("devices").where("user_id", "=", userId).where("token_hash", "in", hashes).execute();
}

export const deleteDevicesOf = (tx: Writer, userId: string) =>
  tx.deleteFrom("devices").where("user_id", "=", userId).execute();

/**
 * Deletes the device of the session `id`, unless it is the current one. Only a confirmed device may delete a confirmed one: an
 * intruder with only the password must not remove the owner's.
 */
export async function forgetDeviceOf(tx: Writer, id: string, user: { id: string; sessionId: string }) {
  const sessions = await tx
    .selectFrom("sessions")
    .innerJoin("devices", (join) =>
      join.onRef("devices.token_hash", "=", "sessions.device_hash").onRef("devices.user_id", "=", "sessions.user_id"),
    )
    .select(["sessions.id", "devices.token_hash", "devices.confirmed_at"])
    .where("sessions.user_id", "=", user.id)
    .where("sessions.id", "in", [id, user.sessionId])
    .execute();
  const [other, own] = [id, user.sessionId].map((wanted) => sessions.find((session) => session.id === wanted));
  if (!other || other.token_hash === own?.token_hash) return;
  if (other.confirmed_at !== null && (own?.confirmed_at ?? null) === null) return;
  await tx.deleteFrom("devices").where("token_hash", "=", other.token_hash).where("user_id", "=", user.id).execute();
}

/** Confirms the device of another session of the account; false if there is none that waits. */
export async function confirmDeviceOfSession(
  tx: Writer,
  { sessionId, userId, now }: { sessionId: string; userId: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("devices")
    .set(({ fn, val }) => ({ confirmed_at: now, last_seen_at: fn.coalesce("last_seen_at", val(now)) }))
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .where("token_hash", "=", ({ selectFrom }) =>
      selectFrom("sessions")
        .select("device_hash")
        .where("id", "=", sessionId)
        .where("user_id", "=", userId)
        .where("revoked_at", "is", null)
        .where("expires_at", ">", now),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** True if a session's device is confirmed. */
export async function isSessionConfirmed(db: Reader, sessionId: string): Promise<boolean> {
  const device = await db
    .selectFrom("sessions")
    .innerJoin("devices", (join) =>
      join.onRef("devices.token_hash", "=", "sessions.device_hash").onRef("devices.user_id", "=", "sessions.user_id"),
    )
    .select("devices.user_id")
    .where("sessions.id", "=", sessionId)
    .where("devices.confirmed_at", "is not", null)
    .executeTakeFirst();
  return device !== undefined;
}
