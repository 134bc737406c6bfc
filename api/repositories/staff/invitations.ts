import { forUpdate } from "../../db/locks.ts";
import type { StaffReader, StaffWriter } from "../../db/staff-schema.ts";
import { hashToken } from "../../domain/tokens.ts";

type NewInvitation = {
  token: string;
  email: string;
  /** See Actor. */
  invitedBy: string;
  role: string;
  brand: string;
  totpSecret: string;
  /** The member whose password and app it replaces. */
  memberId: string | null;
  now: number;
  expiresAt: number;
};

const emailKey = (email: string) => email.trim().toLowerCase();

/** Adds an invitation in place of an earlier one of the same address to the same brand. */
export async function createInvitation(tx: StaffWriter, invitation: NewInvitation) {
  const { token, email, invitedBy, role, brand, totpSecret, memberId, now, expiresAt } = invitation;
  await tx.deleteFrom("invitations").where("email_key", "=", emailKey(email)).where("brand", "=", brand).execute();
  await tx
    .insertInto("invitations")
    .values({
      token_hash: hashToken(token),
      email,
      email_key: emailKey(email),
      invited_by: invitedBy,
      role,
      brand,
      totp_secret: totpSecret,
      member_id: memberId,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
}

const select = (db: StaffReader, token: string, now: number) =>
  db.selectFrom("invitations").selectAll().where("token_hash", "=", hashToken(token)).where("expires_at", ">", now);

export const findInvitation = (db: StaffReader, token: string, now: number) =>
  select(db, token, now).executeTakeFirst();

export const lockInvitation = (tx: StaffWriter, token: string, now: number) =>
  select(tx, token, now).$call(forUpdate(tx)).executeTakeFirst();

/** The open invitation of an address to a brand. */
export const findInvitationTo = (db: StaffReader, email: string, brand: string, now: number) =>
  db
    .selectFrom("invitations")
    .select(["role", "brand"])
    .where("email_key", "=", emailKey(email))
    .where("brand", "=", brand)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** The open invitations, the newest first. */
export const listInvitations = (db: StaffReader, now: number) =>
  db
    .selectFrom("invitations")
    .select(["email", "role", "brand", "member_id", "created_at", "expires_at"])
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .execute();

/** All invitations to an address, including ended ones. */
export const listInvitationsTo = (db: StaffReader, email: string) =>
  db
    .selectFrom("invitations")
    .select(["token_hash", "brand", "member_id"])
    .where("email_key", "=", emailKey(email))
    .execute();

export const deleteInvitation = (tx: StaffWriter, tokenHash: string) =>
  tx.deleteFrom("invitations").where("token_hash", "=", tokenHash).execute();

/** Deletes the links with which a member could return: links to their own account, and links that they made for others. */
export const deleteInvitationsOf = (tx: StaffWriter, { memberId, email }: { memberId: string; email: string }) =>
  tx
    .deleteFrom("invitations")
    .where((where) => where.or([where("member_id", "=", memberId), where("invited_by", "=", email)]))
    .execute();
