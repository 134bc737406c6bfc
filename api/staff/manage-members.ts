import type { StaffWriter } from "../db/staff-schema.ts";
import type { Grant } from "../domain/roles.ts";
import { ApiError, notFound } from "../error.ts";
import { deleteInvitationsOf } from "../repositories/staff/invitations.ts";
import {
  addGrant,
  countOwners,
  findMemberByEmail,
  removeGrant,
  setMemberDisabled,
} from "../repositories/staff/members.ts";
import { endStaffSessionsOf } from "../repositories/staff/staff-sessions.ts";
import { type Actor, append } from "./audit-trail.ts";
import type { Staff } from "./staff.ts";

type Change = { act: string; brand: string | null; after?: unknown; reason?: string };

/** Gives a member a role. @throws ApiError 404 for an unknown address */
export const grantRole = (staff: Staff, actor: Actor, email: string, grant: Grant) =>
  change(staff, actor, email, { act: "staff.grant", brand: grant.brand, after: grant }, (tx, id) =>
    addGrant(tx, id, grant),
  );

/** Takes a role away. @throws ApiError 404 for an unknown address, 409 for the last owner's */
export const revokeRole = (staff: Staff, actor: Actor, email: string, grant: Grant) =>
  change(staff, actor, email, { act: "staff.revoke", brand: grant.brand, after: grant }, (tx, id) =>
    removeGrant(tx, id, grant),
  );

/** Closes a member's account and ends their sessions. @throws ApiError 404 for an unknown address, 409 for the last owner */
export const disableMember = (staff: Staff, actor: Actor, email: string, reason?: string) =>
  change(staff, actor, email, { act: "staff.disable", brand: null, reason }, async (tx, id) => {
    await setMemberDisabled(tx, id, staff.clock.now());
    await endStaffSessionsOf(tx, id);
    await deleteInvitationsOf(tx, { memberId: id, email });
  });

/** @throws ApiError 404 for an unknown address */
export const enableMember = (staff: Staff, actor: Actor, email: string) =>
  change(staff, actor, email, { act: "staff.enable", brand: null }, (tx, id) => setMemberDisabled(tx, id, null));

function change(
  { db, clock, isDemo }: Staff,
  actor: Actor,
  email: string,
  act: Change,
  run: (tx: StaffWriter, memberId: string) => Promise<unknown>,
): Promise<void> {
  return db.transaction(async (tx) => {
    // First, because it also makes two such changes wait for each other.
    await append(tx, actor, { ...act, subject: email }, clock.now());
    const member = await findMemberByEmail(tx, email);
    if (member === undefined) throw notFound();
    const hadOwner = (await countOwners(tx, isDemo())) > 0;
    await run(tx, member.id);
    if (hadOwner && (await countOwners(tx, isDemo())) === 0)
      throw new ApiError(409, "Somebody must stay owner of all brands. Name another owner first.");
  });
}
