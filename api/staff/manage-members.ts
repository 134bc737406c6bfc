import { ApiError } from "../base/error.ts";
import type { StaffWriter } from "../db/staff-schema.ts";
import { EVERY_BRAND, type Grant, isWithin, mayGive } from "../domain/roles.ts";
import type { Actor } from "../ports/audit.ts";
import { deleteInvitationsOf } from "../repositories/staff/invitations.ts";
import { addGrant, countOwners, removeGrant, setMemberDisabled } from "../repositories/staff/members.ts";
import { endStaffSessionsOf } from "../repositories/staff/staff-sessions.ts";
import { append, lockTrail } from "./audit-trail.ts";
import type { Staff } from "./staff.ts";
import {
  brandOf,
  findManaged,
  findMemberOf,
  isVouchedIn,
  type Manager,
  managerOf,
  noSuchBrand,
} from "./staff-scope.ts";

type Change = { act: string; grant?: Grant; reason?: string };

/**
 * Gives a member a further role in a brand. @throws ApiError 404 for an unknown address, 400 for a brand whose staff the actor
 * does not manage, 409 for a member without a role there, who needs an invitation link
 */
export const grantRole = (staff: Staff, actor: Actor, email: string, grant: Grant) =>
  change(staff, actor, email, { act: "staff.grant", grant }, (tx, { id, brands }, manager) => {
    if (!mayGive(manager.held, grant)) throw noSuchBrand();
    if (!isVouchedIn(brands, grant.brand, manager))
      throw new ApiError(
        409,
        "They have no role there yet. Invite them, so that they confirm with their own password.",
      );
    return addGrant(tx, id, grant);
  });

/**
 * Takes a role away, even from a member with other roles elsewhere. @throws ApiError 404 for an address without a role in the
 * brand, 400 as grantRole, 409 for the last owner's
 */
export const revokeRole = (staff: Staff, actor: Actor, email: string, grant: Grant) =>
  change(
    staff,
    actor,
    email,
    { act: "staff.revoke", grant },
    (tx, { id }) => removeGrant(tx, id, grant),
    async (tx, { scope }) => {
      if (!isWithin(scope, grant.brand)) throw noSuchBrand();
      return findMemberOf(tx, grant.brand, email);
    },
  );

/** Closes a member's account and ends their sessions. @throws ApiError 404 for an unknown address, 409 for the last owner */
export const disableMember = (staff: Staff, actor: Actor, email: string, reason?: string) =>
  change(staff, actor, email, { act: "staff.disable", reason }, async (tx, { id }) => {
    await setMemberDisabled(tx, id, staff.clock.now());
    await endStaffSessionsOf(tx, id);
    await deleteInvitationsOf(tx, { memberId: id, email });
  });

/** @throws ApiError 404 for an unknown address */
export const enableMember = (staff: Staff, actor: Actor, email: string) =>
  change(staff, actor, email, { act: "staff.enable" }, (tx, { id }) => setMemberDisabled(tx, id, null));

function change(
  staff: Staff,
  actor: Actor,
  email: string,
  { grant, ...act }: Change,
  run: (tx: StaffWriter, member: { id: string; brands: string[] }, manager: Manager) => Promise<unknown>,
  find: typeof findManaged = findManaged,
): Promise<void> {
  const isDemo = staff.isDemo();
  return staff.db.transaction(async (tx) => {
    // First, so that of two such changes one waits for the other.
    await lockTrail(tx);
    const manager = await managerOf(tx, actor);
    const member = await find(tx, manager, email);
    const { brands } = member;
    const about = { brand: grant?.brand ?? brandOf(brands), subject: email, after: grant };
    await append(tx, staff, actor, { ...act, ...about });
    // A manager of all brands can name an owner of one at any time.
    const owned = manager.scope === EVERY_BRAND ? [EVERY_BRAND] : brands;
    const before = await listOwned(tx, isDemo, owned);
    await run(tx, member, manager);
    const after = await listOwned(tx, isDemo, owned);
    if (before.some((brand) => !after.includes(brand))) {
      const where = manager.scope === EVERY_BRAND ? "all brands" : "this brand";
      throw new ApiError(409, `Somebody must stay owner of ${where}. Name another owner first.`);
    }
  });
}

/** Those of these brands that have a separate owner. */
async function listOwned(tx: StaffWriter, isDemo: boolean, brands: readonly string[]): Promise<string[]> {
  const owned: string[] = [];
  for (const brand of brands) if ((await countOwners(tx, isDemo, brand)) > 0) owned.push(brand);
  return owned;
}
