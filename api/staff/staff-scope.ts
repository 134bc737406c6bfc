import { ApiError, notFound, signedOut } from "../base/error.ts";
import type { StaffReader } from "../db/staff-schema.ts";
import { covers, EVERY_BRAND, type Grant, type Scope, scopeOf } from "../domain/roles.ts";
import type { Actor } from "../ports/audit.ts";
import { findMemberByEmail, isMemberActive, listBrandsOf, listGrants } from "../repositories/staff/members.ts";

/** A person who changes the staff: their roles, and the brands in which they may change it. */
export type Manager = { held: readonly Grant[]; scope: Scope };

const EVERYTHING: Manager = { held: [{ role: "owner", brand: EVERY_BRAND }], scope: EVERY_BRAND };

/**
 * The changes that the actor may make now. Call it after `lockTrail`, so that nobody acts with a role that is being taken away.
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
 * True if an existing role in the brand, or in all brands, vouches that the account is the person's own. A role in all brands
 * must stay hidden from a manager of only some.
 */
export const isVouchedIn = (brands: readonly string[], brand: string, { scope }: Manager) =>
  brands.includes(brand) || (scope === EVERY_BRAND && brands.includes(EVERY_BRAND));

/** One text for an unknown brand and for another member's brand. */
export const noSuchBrand = () => new ApiError(400, "There is no such brand.", { brand: "There is no such brand." });

/** The brand under which the audit shows an action on a member: the member's brand, if they have only one. */
export const brandOf = ([brand, ...others]: readonly string[]): string | null =>
  brand !== undefined && others.length === 0 ? brand : null;
