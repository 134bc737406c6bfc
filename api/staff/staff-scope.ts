import type { StaffReader } from "../db/staff-schema.ts";
import { covers, EVERY_BRAND, type Grant, type Scope, scopeOf } from "../domain/roles.ts";
import { ApiError, notFound, signedOut } from "../error.ts";
import { findMemberByEmail, isMemberActive, listBrandsOf, listGrants } from "../repositories/staff/members.ts";
import type { Actor } from "./audit-trail.ts";

/** Who changes the staff: what they hold, and where they may. */
export type Manager = { held: readonly Grant[]; scope: Scope };

const EVERYTHING: Manager = { held: [{ role: "owner", brand: EVERY_BRAND }], scope: EVERY_BRAND };

/**
 * What the actor may change now. After `lockTrail`, so that nobody acts with a role that somebody else is taking away.
 * @throws ApiError 401 for a member who is disabled, 404 for one who may change nobody
 */
export async function managerOf(tx: StaffReader, { memberId }: Actor): Promise<Manager> {
  if (memberId === undefined) return EVERYTHING;
  if (!(await isMemberActive(tx, memberId))) throw signedOut();
  const held = await listGrants(tx, memberId);
  const scope = scopeOf(held, "staff.manage");
  if (scope === undefined) throw notFound();
  return { held, scope };
}

/** A member with this address, with the brands of their roles. @throws ApiError 404 also for one of other brands */
export async function findManaged(tx: StaffReader, { scope }: Manager, email: string) {
  const member = await findMemberByEmail(tx, email);
  const brands = member && (await listBrandsOf(tx, member.id));
  if (member === undefined || !covers(scope, brands!)) throw notFound();
  return { ...member, brands: brands! };
}

/** A member with this address who has a role in a brand. @throws ApiError 404 also for one of other brands */
export async function findMemberOf(tx: StaffReader, brand: string, email: string) {
  const member = await findMemberByEmail(tx, email);
  const brands = member && (await listBrandsOf(tx, member.id));
  if (member === undefined || !brands!.includes(brand)) throw notFound();
  return { ...member, brands: brands! };
}

/**
 * Whether who has a role in the brand, or in all, knows that a member's account is the person's own. That somebody has a role in
 * all brands must not be told to who manages only some.
 */
export const isVouchedIn = (brands: readonly string[], brand: string, { scope }: Manager) =>
  brands.includes(brand) || (scope === EVERY_BRAND && brands.includes(EVERY_BRAND));

/** One text for a brand that is not there and for one that is not the member's. */
export const noSuchBrand = () => new ApiError(400, "There is no such brand.", { brand: "There is no such brand." });

/** The brand under which the audit shows an act on a member: theirs if they have one alone. */
export const brandOf = ([brand, ...others]: readonly string[]): string | null =>
  brand !== undefined && others.length === 0 ? brand : null;
