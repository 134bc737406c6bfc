import type { StaffReader, StaffWriter } from "../../db/staff-schema.ts";

type NewPasskey = {
  id: string;
  memberId: string;
  name: string;
  /** COSE, base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
  now: number;
};

/** @throws a unique violation for an id that is stored already */
export const createPasskey = (tx: StaffWriter, { memberId, publicKey, transports, now, ...passkey }: NewPasskey) =>
  tx
    .insertInto("passkeys")
    .values({
      ...passkey,
      member_id: memberId,
      public_key: publicKey,
      transports: JSON.stringify(transports),
      created_at: now,
      used_at: null,
    })
    .execute();

/** The passkeys of a member, oldest first. */
export const listPasskeys = (db: StaffReader, memberId: string) =>
  db.selectFrom("passkeys").selectAll().where("member_id", "=", memberId).orderBy("created_at").orderBy("id").execute();

export const findPasskey = (db: StaffReader, id: string) =>
  db.selectFrom("passkeys").selectAll().where("id", "=", id).executeTakeFirst();

type Counted = { id: string; counter: number };

/** Stores a use and its counter; false if the passkey is gone or was used since. */
export async function notePasskeyUse(tx: StaffWriter, { id, counter }: Counted, newCounter: number, now: number) {
  const { numUpdatedRows } = await tx
    .updateTable("passkeys")
    .set({ counter: newCounter, used_at: now })
    .where("id", "=", id)
    .where("counter", "=", counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const deletePasskey = (tx: StaffWriter, memberId: string, id: string) =>
  tx.deleteFrom("passkeys").where("member_id", "=", memberId).where("id", "=", id).execute();

export const deletePasskeysOf = (tx: StaffWriter, memberId: string) =>
  tx.deleteFrom("passkeys").where("member_id", "=", memberId).execute();

/** Uses a challenge up, and deletes expired ones. False for one that was used before. */
export async function burnChallenge(tx: StaffWriter, challenge: string, expiresAt: number, now: number) {
  await tx.deleteFrom("used_challenges").where("expires_at", "<=", now).execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("used_challenges")
    .values({ challenge, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
