import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";
import type { AccountTables } from "../../db/schema-accounts.ts";
import { DAY_MS } from "../../domain/days.ts";

export type PhoneCode = Selectable<AccountTables["phone_codes"]>;

type NewCode = Pick<PhoneCode, "id" | "phone" | "user_id" | "device_hash" | "code_hash" | "expires_at"> & {
  now: number;
};

/** Stores a code, and deletes those of former days. */
export async function insertPhoneCode(tx: Writer, { now, ...code }: NewCode) {
  await tx
    .deleteFrom("phone_codes")
    .where("created_at", "<=", now - DAY_MS)
    .execute();
  await tx
    .insertInto("phone_codes")
    .values({ ...code, created_at: now })
    .execute();
}

/**
 * The codes to a number since its last use, counted for this device or for strangers (null): their number, and the time (ms) of the
 * last one.
 */
export async function findUnusedCodes(db: Reader, phone: string, device: string | null) {
  const codes = await db
    .selectFrom("phone_codes")
    .select(["created_at", "used_at"])
    .where("phone", "=", phone)
    .where("device_hash", device === null ? "is" : "=", device)
    .orderBy("created_at", "desc")
    .execute();
  const lastUse = codes.findIndex(({ used_at }) => used_at !== null);
  return { count: lastUse < 0 ? codes.length : lastUse, lastAt: codes[0]?.created_at ?? 0 };
}

/** The codes since a time (ms), and how many of them were used. */
export const countPhoneCodes = (db: Reader, since: number) =>
  db
    .selectFrom("phone_codes")
    .select(({ fn }) => [fn.countAll<number>().as("sent"), fn.count<number>("used_at").as("used")])
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();

/**
 * The code with this id that has not lapsed. Also locks all other codes of its number, in one order, so that the number's sign-ins
 * run one after another.
 */
export async function lockPhoneCode(tx: Writer, id: string, now: number): Promise<PhoneCode | undefined> {
  const codes = await tx
    .selectFrom("phone_codes")
    .selectAll()
    .where("phone", "=", ({ selectFrom }) => selectFrom("phone_codes").select("phone").where("id", "=", id))
    .where("expires_at", ">", now)
    .where("used_at", "is", null)
    .orderBy("id")
    .$call(forUpdate(tx))
    .execute();
  return codes.find((code) => code.id === id);
}

export const countPhoneCodeTry = (tx: Writer, id: string) =>
  tx
    .updateTable("phone_codes")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("id", "=", id)
    .execute();

/** Records that the right code was typed, while the shopper still decides. */
export const markPhoneCodePassed = (tx: Writer, id: string, now: number) =>
  tx.updateTable("phone_codes").set({ passed_at: now }).where("id", "=", id).execute();

/** Records the use of a code. All codes of its number lapse, also for a request that began before. */
export async function usePhoneCode(tx: Writer, { id, phone }: Pick<PhoneCode, "id" | "phone">, now: number) {
  await tx.updateTable("phone_codes").set({ used_at: now }).where("id", "=", id).execute();
  await tx.updateTable("phone_codes").set({ expires_at: 0 }).where("phone", "=", phone).execute();
}

/** The codes of an account and of its number in the last day, without the codes themselves. */
export const listPhoneCodesOf = (db: Reader, userId: string) =>
  selectCodesOf(db, userId).select(["created_at", "expires_at", "used_at"]).orderBy("created_at").execute();

const selectCodesOf = (db: Reader, userId: string) =>
  db
    .selectFrom("phone_codes")
    .where(({ or, eb, selectFrom }) =>
      or([
        eb("user_id", "=", userId),
        eb("phone", "=", selectFrom("users").select("verified_phone").where("id", "=", userId)),
      ]),
    );

/** Deletes the codes of an account and of its number. */
export const deletePhoneCodesOf = (tx: Writer, userId: string) =>
  tx.deleteFrom("phone_codes").where("id", "in", selectCodesOf(tx, userId).select("id")).execute();
