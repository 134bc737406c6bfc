import type { Expression } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";
import { NO_PASSWORD } from "../../domain/passwords.ts";
import { randomId } from "../../domain/tokens.ts";

/** The sign-up form sends this number for "no phone" (docs/product.md, 5.2). */
const PLACEHOLDER_PHONE = "0000000000";

const emailKey = (email: string) => email.toLowerCase();

export const storedPhone = (phone: string) => (phone === "" || phone === PLACEHOLDER_PHONE ? null : phone);

type NewUser = {
  username: string;
  email: string;
  phone: string;
  passwordHash: string;
  now: number;
  /** The code of the language of the sign-up. */
  language?: string;
  /** True for shoppers who need not verify their e-mail, such as the demo's. */
  isVerified?: boolean;
};

/** Adds a user and returns the id. @throws a unique violation (isUniqueViolation) when the e-mail is taken */
export async function createUser(tx: Writer, user: NewUser) {
  const { username, email, phone, passwordHash, now, language, isVerified = false } = user;
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
      language: language ?? null,
    })
    .execute();
  return id;
}

/** The key of an account without an e-mail address. No address has it. */
const noEmailKey = (id: string) => `none:${id}`;

/** Adds a user who has confirmed a phone, without an e-mail address, a name and a password, and returns the id. */
export async function createPhoneUser(tx: Writer, { phone, now }: { phone: string; now: number }) {
  const id = randomId();
  await tx
    .insertInto("users")
    .values({
      id,
      username: "",
      email: "",
      email_key: noEmailKey(id),
      email_verified_at: null,
      phone,
      verified_phone: phone,
      password_hash: NO_PASSWORD,
      created_at: now,
    })
    .execute();
  return id;
}

export const findUserByPhone = (db: Reader, phone: string) =>
  db.selectFrom("users").select("id").where("verified_phone", "=", phone).executeTakeFirst();

/** The user with this verified phone, locked as with `lockUser`. */
export const lockUserByPhone = (tx: Writer, phone: string) =>
  tx.selectFrom("users").selectAll().where("verified_phone", "=", phone).$call(forUpdate(tx)).executeTakeFirst();

/** @throws a unique violation (isUniqueViolation) when the number is another account's */
export const verifyPhone = (tx: Writer, id: string, phone: string) =>
  tx.updateTable("users").set({ phone, verified_phone: phone }).where("id", "=", id).execute();

/** Takes a number from an account, which keeps everything else: sign-in, profile and delivery of vouchers. */
export async function releasePhone(tx: Writer, id: string, phone: string) {
  for (const column of ["verified_phone", "phone", "delivery_phone"] as const)
    await tx
      .updateTable("users")
      .set({ [column]: null })
      .where("id", "=", id)
      .where(column, "=", phone)
      .execute();
}

/** False for a shopper who wants no reminder before coins end. */
export async function wantsReminders(db: Reader, id: string): Promise<boolean> {
  const user = await db.selectFrom("users").select("reminders_off_at").where("id", "=", id).executeTakeFirstOrThrow();
  return user.reminders_off_at === null;
}

/** Ends the reminders at `offAt` (ms); null begins them again. */
export const setRemindersOff = (tx: Writer, id: string, offAt: number | null) =>
  tx.updateTable("users").set({ reminders_off_at: offAt }).where("id", "=", id).execute();

export const updateName = (tx: Writer, id: string, username: string) =>
  tx.updateTable("users").set({ username }).where("id", "=", id).execute();

/** Gives an account a proven address, in place of the one that it has, if any. */
export const setEmail = (tx: Writer, id: string, email: string, now: number) =>
  tx
    .updateTable("users")
    .set({ email, email_key: emailKey(email), email_verified_at: now })
    .where("id", "=", id)
    .execute();

/** Takes an address that was never proven from an account, with which nobody can sign in any more. */
export const releaseEmail = (tx: Writer, id: string) =>
  tx
    .updateTable("users")
    .set({ email: "", email_key: noEmailKey(id), contested_at: null, password_hash: NO_PASSWORD })
    .where("id", "=", id)
    .execute();

/** The user with this e-mail, locked as with `lockUser`. */
export const lockUserByEmail = (tx: Writer, email: string) =>
  tx
    .selectFrom("users")
    .select(["id", "email", "password_hash", "email_verified_at", "verified_phone", "disabled_at"])
    .where("email_key", "=", emailKey(email))
    .$call(forUpdate(tx))
    .executeTakeFirst();

/** The user with this e-mail who has not verified it. */
export const findUnprovenUser = (db: Reader, email: string) =>
  db
    .selectFrom("users")
    .select("password_hash")
    .where("email_key", "=", emailKey(email))
    .where("email_verified_at", "is", null)
    .executeTakeFirst();

type Contest = Pick<NewUser, "username" | "phone" | "passwordHash" | "now">;

/** Hands an unverified account over to the newest sign-up, without the data of earlier ones. */
export async function contestUser(tx: Writer, id: string, { username, phone, passwordHash, now }: Contest) {
  await emptyAccount(tx, id);
  await tx
    .updateTable("users")
    .set({ username, phone: storedPhone(phone), password_hash: passwordHash, contested_at: now })
    .where("id", "=", id)
    .execute();
}

/** Removes data that somebody else may have put into an account before its address was verified. */
export async function emptyAccount(tx: Writer, id: string) {
  const nothing = { phone: null, verified_phone: null, delivery_email: null, delivery_phone: null };
  await tx
    .updateTable("users")
    .set({ ...nothing, address_line1: "", address_line2: "", country: "" })
    .where("id", "=", id)
    .execute();
  await tx.deleteFrom("cart_items").where("user_id", "=", id).execute();
}

/** The phone of a shopper, ten digits; the one for vouchers first, then the verified one. */
export async function findPhone(db: Reader, userId: string): Promise<string | null> {
  const user = await db
    .selectFrom("users")
    .select(["delivery_phone", "verified_phone", "phone"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return user?.delivery_phone ?? user?.verified_phone ?? user?.phone ?? null;
}

/** Finds a user by e-mail, ignoring case, or by a verified phone; never by an unverified one. */
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

export type User = Awaited<ReturnType<typeof getUser>>;

/** Locks a user, so that transactions that change the user's data run one after another. */
export const lockUser = (tx: Writer, id: string | Expression<string>) =>
  tx
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("id", "=", id)
    .$call(forUpdate(tx))
    .executeTakeFirstOrThrow();

/** `language`: the code of the one in which the shopper uses the shop. */
export const updateLanguage = (tx: Writer, id: string, language: string) =>
  tx.updateTable("users").set({ language }).where("id", "=", id).execute();

export const updatePasswordHash = (tx: Writer, id: string, passwordHash: string) =>
  tx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", id).execute();

/** Disables the account from `disabledAt` (ms); null enables it. */
export const setDisabled = (tx: Writer, id: string, disabledAt: number | null) =>
  tx.updateTable("users").set({ disabled_at: disabledAt }).where("id", "=", id).execute();

/** Also resets the delivery addresses, which somebody without access to the mailbox may have set. */
export const markEmailVerified = (tx: Writer, id: string, now: number) =>
  tx
    .updateTable("users")
    .set({ email_verified_at: now, contested_at: null, delivery_email: null, delivery_phone: null })
    .where("id", "=", id)
    .where("email_verified_at", "is", null)
    .execute();

type ProfileChange = { phone: string; address_line1?: string; address_line2?: string; country?: string };

/** Updates the fields of the profile form. A verified phone stays until its owner confirms another one (verifyPhone). */
export const updateProfile = (tx: Writer, id: string, { phone, ...address }: ProfileChange) =>
  tx
    .updateTable("users")
    .set({ phone: storedPhone(phone), ...address })
    .where("id", "=", id)
    .execute();

/** Sets the name of an account that has none, such as one that signed up by phone. */
export const giveName = (tx: Writer, id: string, username: string) =>
  tx.updateTable("users").set({ username }).where("id", "=", id).where("username", "=", "").execute();

/** Sets the addresses for vouchers; null for the account's own address or phone. */
export const updateDeliveryContact = (
  tx: Writer,
  id: string,
  contact: { delivery_email: string | null; delivery_phone: string | null },
) => tx.updateTable("users").set(contact).where("id", "=", id).execute();
