import { type Request, Router } from "express";
import { z } from "zod";

import { notFound } from "../../base/error.ts";
import { EVERY_BRAND, isWithin, ROLE_NAMES, type Scope, scopeOf } from "../../domain/roles.ts";
import { parseBody, Text } from "../../http/parse.ts";
import { WorkEmail } from "../../http/person.ts";
import { Reason } from "../../http/reason.ts";
import { sendCsv } from "../../http/send-csv.ts";
import { audited } from "../../staff/audit-trail.ts";
import { confirmMember } from "../../staff/confirm-member.ts";
import { handOverLink } from "../../staff/hand-over-link.ts";
import { invite, inviteAgain, withdraw } from "../../staff/invitations.ts";
import { listMemberRows, listStaff } from "../../staff/list-members.ts";
import { disableMember, enableMember, grantRole, revokeRole } from "../../staff/manage-members.ts";
import { actorOf } from "../../staff/member.ts";
import type { Staff } from "../../staff/staff.ts";
import { brandOf, noSuchBrand } from "../../staff/staff-scope.ts";
import type { ShopRegistry } from "../../tenancy/shop-registry.ts";

const Code = z.string().optional();
const MemberBody = z.object({ email: WorkEmail, code: Code });
/** The body of an action that excludes a member. */
const GraveBody = MemberBody.extend({ reason: Reason });
const WithdrawBody = MemberBody.extend({ brand: Text(31).optional() });
const GrantBody = MemberBody.extend({
  role: z.enum(ROLE_NAMES, { error: `must be one of ${ROLE_NAMES.join(", ")}` }),
  brand: Text(31),
});

/** The members of the staff: of all brands, or of those in which the member may read or manage the staff. */
export function createMembersRouter(staff: Staff, shops: Pick<ShopRegistry, "tenants">): Router {
  const router = Router();
  router.use((req, _res, next) => {
    scopeIn(req);
    next();
  });

  router.get("/", async (req, res) => {
    res.json(await listStaff(staff, scopeIn(req), scopeOf(req.member.grants, "staff.manage")));
  });

  router.get("/export", async (req, res) => {
    await confirmMember(staff, req.member, undefined);
    const scope = scopeIn(req);
    const act = { act: "staff.export", brand: scope === EVERY_BRAND ? null : brandOf([...scope]), subject: "members" };
    const send = () => sendCsv(res, "staff", listMemberRows(staff, scope));
    await audited(staff, actorOf(req.member), act, send);
  });

  router.post("/invite", async (req, res) => {
    const { email, code, ...grant } = parseGrant(req);
    await confirmMember(staff, req.member, code);
    const token = await invite(staff, actorOf(req.member), email, grant);
    res.json(token === undefined ? { token: null } : await handOverLink(staff, { email, token, isReset: false }));
  });

  router.post("/withdraw", async (req, res) => {
    const { email, brand, code } = parseBody(WithdrawBody, req);
    await confirmMember(staff, req.member, code);
    await withdraw(staff, actorOf(req.member), email, brand);
    res.json({});
  });

  router.post("/grant", async (req, res) => {
    const { email, code, ...grant } = parseGrant(req);
    await confirmMember(staff, req.member, code);
    await grantRole(staff, actorOf(req.member), email, grant);
    res.json({});
  });

  router.post("/revoke", async (req, res) => {
    const { email, code, ...grant } = parseBody(GrantBody, req); // even of a removed brand
    await confirmMember(staff, req.member, code);
    await revokeRole(staff, actorOf(req.member), email, grant);
    res.json({});
  });

  router.post("/reset", async (req, res) => {
    const { email, code, reason } = parseBody(GraveBody, req);
    await confirmMember(staff, req.member, code);
    const token = await inviteAgain(staff, actorOf(req.member), email, reason);
    res.json(await handOverLink(staff, { email, token, isReset: true }));
  });

  router.post("/disable", async (req, res) => {
    const { email, code, reason } = parseBody(GraveBody, req);
    await confirmMember(staff, req.member, code);
    await disableMember(staff, actorOf(req.member), email, reason);
    res.json({});
  });

  router.post("/enable", async (req, res) => {
    const { email, code } = parseBody(MemberBody, req);
    await confirmMember(staff, req.member, code);
    await enableMember(staff, actorOf(req.member), email);
    res.json({});
  });

  return router;

  /** A brand beyond the member's gets the same answer as an unknown one. */
  function parseGrant(req: Request) {
    const body = parseBody(GrantBody, req);
    const isKnown = body.brand === EVERY_BRAND || shops.tenants().some(({ id }) => id === body.brand);
    if (!isKnown || !isWithin(scopeIn(req), body.brand)) throw noSuchBrand();
    return body;
  }
}

/** The brands in which the member may act. @throws ApiError 404 for nowhere */
function scopeIn({ method, member }: Request): Scope {
  const scope = scopeOf(member.grants, method === "GET" ? "staff.read" : "staff.manage");
  if (scope === undefined) throw notFound();
  return scope;
}
