import type { Expression } from "kysely";
import { compileOnce, type Param } from "../db/compile-once.ts";
import type { Reader, Writer } from "../db/database.ts";
import { forUpdate } from "../db/locks.ts";
import { randomId } from "../domain/tokens.ts";

/** Numbers that stand for "no phone": the sign-up form sends one (spec, section 2), which is nobody's. */
const PLACEHOLDER_PHONE = "0000000000";

export const emailKey = (email: string) => email.toLowerCase();

export const storedPhone = (phone: string) => (phone === "" || phone === PLACEHOLDER_PHONE ? null : phone);

type NewUser = {
  username: string;
  email: string;
  phone: string;
  passwordHash: string;
  now: number;
  /** True for whoever need not prove their e-mail, such as the demo's shoppers. */
  isVerified?: boolean;
};

/** Adds a user and answers the id. @throws a unique violation (isUniqueViolation) when the e-mail is taken. */
export async function createUser(tx: Writer, user: NewUser) {
  const { username, email, phone, passwordHash, now, isVerified = false } = user;
  const id = randomId();
  await tx
    .insertInto("users")
    .values({
      id,
      username,
      email,
      email_key: emailKey(email),
      email_verified_at: isVerified ? now : null,
      phone: storedPhone(phone),
      password_hash: passwordHash,
      created_at: now,
    })
    .execute();
  return id;
}

export const hasEmail = async (db: Reader, email: string) =>
  (await db.selectFrom("users").select("id").where("email_key", "=", emailKey(email)).executeTakeFirst()) !== undefined;

/** By e-mail in any case, or by a phone that is proven to be theirs; never by one that was only typed in. */
export const findUserByLogin = (db: Reader, login: string) =>
  db
    .selectFrom("users")
    .selectAll()
    .where((where) =>
      /^\d{10}$/.test(login) ? where("verified_phone", "=", login) : where("email_key", "=", emailKey(login)),
    )
    .executeTakeFirst();

export const getUser = (db: Reader, id: string) =>
  db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Makes the transactions that change what one user owns wait for each other. */
export const lockUser = (tx: Writer, id: string | Expression<string>) =>
  tx
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("id", "=", id)
    .$call(forUpdate(tx))
    .executeTakeFirstOrThrow();

/** The user and whoever gave the same phone, at most a thousand. */
export const selectSharersOfPhone = (db: Reader, id: Expression<string>) =>
  db
    .selectFrom("users")
    .select("users.id")
    .where((where) =>
      where.or([
        where("id", "=", id),
        where("phone", "=", where.selectFrom("users").select("phone").where("id", "=", id)),
      ]),
    )
    .limit(1000);

/** Locks each of these as lockUser does: in one order, so that no two of them wait for each other. */
export const lockSharersOfPhone = (tx: Writer, id: string) => selectToLock(tx, { id });

const selectToLock = compileOnce((db, param: Param<{ id: string }>) =>
  selectSharersOfPhone(db, param("id")).orderBy("id").$call(forUpdate(db)),
);

export const updatePasswordHash = (tx: Writer, id: string, passwordHash: string) =>
  tx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", id).execute();

/** Closes the account from `disabledAt` (ms) on, or opens it again with null. */
export const setDisabled = (tx: Writer, id: string, disabledAt: number | null) =>
  tx.updateTable("users").set({ disabled_at: disabledAt }).where("id", "=", id).execute();

export const markEmailVerified = (tx: Writer, id: string, now: number) =>
  tx
    .updateTable("users")
    .set({ email_verified_at: now })
    .where("id", "=", id)
    .where("email_verified_at", "is", null)
    .execute();

type ProfileChange = { phone: string; address_line1?: string; address_line2?: string; country?: string };

/** What the profile form may change. Another phone than the proven one is not proven. */
export async function updateProfile(tx: Writer, id: string, { phone, ...address }: ProfileChange) {
  const changed = storedPhone(phone);
  await tx
    .updateTable("users")
    .set({ phone: changed, ...address })
    .where("id", "=", id)
    .execute();
  await tx
    .updateTable("users")
    .set({ verified_phone: null })
    .where("id", "=", id)
    .where("verified_phone", "!=", changed ?? "")
    .execute();
}

/** Where vouchers go from now on; null for the account's own address or phone. */
export const updateDeliveryContact = (
  tx: Writer,
  id: string,
  contact: { delivery_email: string | null; delivery_phone: string | null },
) => tx.updateTable("users").set(contact).where("id", "=", id).execute();
