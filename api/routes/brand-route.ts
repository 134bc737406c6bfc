import type { Request, Response } from "express";

import { type Permission, permissionsIn } from "../domain/roles.ts";
import { findMadeBefore, type SentForm } from "../forms/make-once.ts";
import type { Action, Audit } from "../ports/audit.ts";
import type { Shop } from "../shop/shop.ts";
import { audited } from "../staff/audit-trail.ts";
import { actorOf, type Member } from "../staff/member.ts";
import type { Staff } from "../staff/staff.ts";

/** The parts that a route of a brand receives. */
export type BrandCall = {
  shop: Shop;
  staff: Staff;
  member: Member;
  req: Request;
  res: Response;
  /** Records an action of this member on this brand, then performs it (staff/audit-trail.ts). */
  audit: Audit;
};

/** One call of the console below /_staff/brands/BRAND. The router checks its permission, so that no handler can forget it. */
export type BrandRoute = {
  method: "get" | "post";
  path: `/${string}`;
  permission: Permission;
  /** The member must have entered a code within the last ten minutes, or send one as `code`. */
  needsCode?: true;
  /** The answer, sent as JSON; undefined if it has written `res` itself. */
  handle(call: BrandCall): Promise<unknown>;
};

export const createCall = (shop: Shop, staff: Staff, req: Request, res: Response): BrandCall => ({
  shop,
  staff,
  req,
  res,
  member: req.member,
  audit: (act, run) => audited(staff, actorOf(req.member), { ...act, brand: shop.tenant.id }, run),
});

/** The member may see the names of people. */
export const maySeePeople = ({ member, shop }: Pick<BrandCall, "member" | "shop">) =>
  permissionsIn(member.grants, shop.tenant.id).has("shoppers.read");

/** Like `audit`, for a form with one effect (forms/make-once.ts): a form that is sent again leaves no second entry. */
export async function auditOnce<T>(
  { shop, audit }: BrandCall,
  form: SentForm,
  act: Omit<Action, "brand">,
  run: () => Promise<T>,
): Promise<T> {
  return (await findMadeBefore(shop.db.read.$pickTables<"made_by_forms">(), form)) === undefined
    ? audit(act, run)
    : run();
}
