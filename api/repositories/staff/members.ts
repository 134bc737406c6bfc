import { forUpdate } from "../../db/locks.ts";
import type { StaffReader, StaffWriter } from "../../db/staff-schema.ts";
import { EVERY_BRAND, type Grant, isRole, permissionsIn } from "../../domain/roles.ts";
import { randomId } from "../../domain/tokens.ts";

const emailKey = (email: string) => email.trim().toLowerCase();

type NewMember = { email: string; name: string; passwordHash: string; totpSecret: string | null; now: number };

/** Adds a member and returns the id. `totpSecret` is encrypted for `id`. */
export async function createMember(tx: StaffWriter, member: NewMember, id = randomId()): Promise<string> {
  const { email, name, passwordHash, totpSecret, now } = member;
  await tx
    .insertInto("members")
    .values({
      id,
      email,
      email_key: emailKey(email),
      name,
      password_hash: passwordHash,
      totp_secret: totpSecret,
      created_at: now,
      disabled_at: null,
    })
    .execute();
  return id;
}

export const findMemberByEmail = (db: StaffReader, email: string) =>
  db.selectFrom("members").selectAll().where("email_key", "=", emailKey(email)).executeTakeFirst();

export const lockMember = (tx: StaffWriter, id: string) =>
  tx.selectFrom("members").selectAll().where("id", "=", id).$call(forUpdate(tx)).executeTakeFirst();

export const isMemberActive = async (db: StaffReader, id: string): Promise<boolean> =>
  (await db
    .selectFrom("members")
    .select("id")
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .executeTakeFirst()) !== undefined;

/** The members with their grants, by name. `brands`: all in which they have a role, even if this version does not support it. */
export async function listMembers(db: StaffReader) {
  const members = await db
    .selectFrom("members")
    .select(["id", "email", "name", "created_at", "disabled_at"])
    .orderBy("name")
    .orderBy("email")
    .execute();
  const grants = Map.groupBy(await db.selectFrom("grants").selectAll().execute(), ({ member_id }) => member_id);
  return members.map((member) => {
    const rows = grants.get(member.id) ?? [];
    return { ...member, grants: toGrants(rows), brands: [...new Set(rows.map(({ brand }) => brand))] };
  });
}

export const listGrants = async (db: StaffReader, memberId: string): Promise<Grant[]> =>
  toGrants(await db.selectFrom("grants").selectAll().where("member_id", "=", memberId).execute());

/** The brands in which a member has a role, even if this version does not support it. */
export const listBrandsOf = async (db: StaffReader, memberId: string): Promise<string[]> =>
  (await db.selectFrom("grants").select("brand").distinct().where("member_id", "=", memberId).execute()).map(
    ({ brand }) => brand,
  );

/** True if somebody has a role in a brand, even of another version or disabled, or is invited to one. */
export async function hasStaff(db: StaffReader, brand: string, now: number): Promise<boolean> {
  const grant = await db.selectFrom("grants").select("brand").where("brand", "=", brand).limit(1).executeTakeFirst();
  const invitation = await db
    .selectFrom("invitations")
    .select("brand")
    .where("brand", "=", brand)
    .where("expires_at", ">", now)
    .limit(1)
    .executeTakeFirst();
  return (grant ?? invitation) !== undefined;
}

/** A role that this version does not support grants nothing. */
const toGrants = (rows: { role: string; brand: string }[]): Grant[] =>
  rows.flatMap(({ role, brand }) => (isRole(role) ? [{ role, brand }] : []));

export const addGrant = (tx: StaffWriter, memberId: string, { role, brand }: Grant) =>
  tx
    .insertInto("grants")
    .values({ member_id: memberId, role, brand })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const removeGrant = (tx: StaffWriter, memberId: string, { role, brand }: Grant) =>
  tx
    .deleteFrom("grants")
    .where("member_id", "=", memberId)
    .where("role", "=", role)
    .where("brand", "=", brand)
    .executeTakeFirst();

/** The e-mail addresses of the active owners of all brands, and of these. */
export async function listOwnersOf(db: StaffReader, brands: readonly string[]): Promise<string[]> {
  const owners = await db
    .selectFrom("members")
    .innerJoin("grants", "grants.member_id", "members.id")
    .select("email")
    .distinct()
    .where("role", "=", "owner")
    .where("brand", "in", [EVERY_BRAND, ...brands])
    .where("disabled_at", "is", null)
    .orderBy("email")
    .execute();
  return owners.map(({ email }) => email);
}

export type MorningReader = { email: string; mayReadMoney: boolean };

/** The active members who may read Today of a brand and have not switched the morning mail off. */
export async function listMorningReaders(db: StaffReader, brand: string): Promise<MorningReader[]> {
  const rows = await db
    .selectFrom("members")
    .innerJoin("grants", "grants.member_id", "members.id")
    .select(["email", "role", "brand"])
    .where("brand", "in", [EVERY_BRAND, brand])
    .where("disabled_at", "is", null)
    .where("morning_mail_off_at", "is", null)
    .orderBy("email")
    .execute();
  const members = Map.groupBy(rows, ({ email }) => email);
  return [...members].flatMap(([email, grants]) => {
    const permissions = permissionsIn(toGrants(grants), brand);
    return permissions.has("today.read") ? { email, mayReadMoney: permissions.has("money.read") } : [];
  });
}

/** Switches a member's morning mail off at a time (ms), or on with null. */
export const setMorningMailOff = (tx: StaffWriter, id: string, at: number | null) =>
  tx.updateTable("members").set({ morning_mail_off_at: at }).where("id", "=", id).execute();

export async function wantsMorningMail(db: StaffReader, id: string): Promise<boolean> {
  const { morning_mail_off_at: off } = await db
    .selectFrom("members")
    .select("morning_mail_off_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return off === null;
}

/** The number of members who can still do everything in a brand, or in all; not the demo's, who has no code, unless `isDemo`. */
export async function countOwners(db: StaffReader, isDemo: boolean, brand = EVERY_BRAND): Promise<number> {
  const { count } = await db
    .selectFrom("members")
    .innerJoin("grants", "grants.member_id", "members.id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("role", "=", "owner")
    .where("brand", "=", brand)
    .where("disabled_at", "is", null)
    .$if(!isDemo, (query) => query.where("totp_secret", "is not", null))
    .executeTakeFirstOrThrow();
  return count;
}

export const setMemberDisabled = (tx: StaffWriter, id: string, disabledAt: number | null) =>
  tx.updateTable("members").set({ disabled_at: disabledAt }).where("id", "=", id).execute();

export const setCredentials = (tx: StaffWriter, id: string, passwordHash: string, totpSecret: string) =>
  tx
    .updateTable("members")
    .set({ password_hash: passwordHash, totp_secret: totpSecret, totp_step: 0 })
    .where("id", "=", id)
    .execute();

export const setTotpStep = (tx: StaffWriter, id: string, step: number) =>
  tx.updateTable("members").set({ totp_step: step }).where("id", "=", id).execute();

/** Replaces all remaining codes. */
export async function setRecoveryCodes(tx: StaffWriter, memberId: string, hashes: string[]) {
  await tx.deleteFrom("recovery_codes").where("member_id", "=", memberId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(hashes.map((code_hash) => ({ code_hash, member_id: memberId })))
    .execute();
}

/** Uses up a code; false if the member has no such one. */
export async function takeRecoveryCode(tx: StaffWriter, memberId: string, hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("recovery_codes")
    .where("member_id", "=", memberId)
    .where("code_hash", "=", hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
