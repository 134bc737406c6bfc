import { inIndia, toTime } from "../domain/files/csv-lines.ts";
import { covers, EVERY_BRAND, isWithin, type Scope } from "../domain/roles.ts";
import { listInvitations } from "../repositories/staff/invitations.ts";
import { listMembers } from "../repositories/staff/members.ts";
import type { Staff } from "./staff.ts";

/**
 * The members with a role within `seen`, with their roles there, and the open invitations. `may_manage` marks members whose roles
 * are all within `managed`, and `may_revoke` the roles within it. Members without roles are visible only with access to all
 * brands.
 */
export async function listStaff({ db, clock }: Staff, seen: Scope, managed?: Scope) {
  const members = await listMembers(db.read);
  const brandsOf = new Map(members.map(({ id, brands }) => [id, brands]));
  const isIn = (scope: Scope | undefined, { brand, member_id: id }: { brand: string; member_id: string | null }) =>
    scope !== undefined && (id === null ? isWithin(scope, brand) : covers(scope, brandsOf.get(id)!));
  return {
    members: members
      .filter(({ brands }) => seen === EVERY_BRAND || brands.some((brand) => isWithin(seen, brand)))
      .map(({ brands, grants, ...member }) => ({
        ...member,
        grants: grants
          .filter(({ brand }) => isWithin(seen, brand))
          .map((grant) => ({ ...grant, may_revoke: managed !== undefined && isWithin(managed, grant.brand) })),
        may_manage: managed !== undefined && covers(managed, brands),
      })),
    invitations: (await listInvitations(db.read, clock.now()))
      .filter((invitation) => isIn(seen, invitation))
      .map(({ member_id, ...invitation }) => ({
        ...invitation,
        may_manage: isIn(managed, { ...invitation, member_id }),
      })),
  };
}

/** The members of `seen` as rows of a file, below a row with the columns' names. */
export async function* listMemberRows(staff: Staff, seen: Scope) {
  yield ["name", "email", "roles", inIndia("since"), inIndia("disabled_at")];
  const { members } = await listStaff(staff, seen);
  for (const { name, email, grants, created_at, disabled_at } of members)
    yield [
      name,
      email,
      grants.map(({ role, brand }) => `${role} of ${brand}`).join(", "),
      toTime(created_at),
      toTime(disabled_at),
    ];
}
