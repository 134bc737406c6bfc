import { Router } from "express";
import { z } from "zod";

import { EVERY_BRAND, ROLE_NAMES } from "../../domain/roles.ts";
import { ApiError, notFound } from "../../error.ts";
import { parseBody, Text } from "../../http/parse.ts";
import { Email } from "../../http/person.ts";
import { listInvitations } from "../../repositories/staff/invitations.ts";
import { listMembers } from "../../repositories/staff/members.ts";
import type { ShopRegistry } from "../../shop/shop-registry.ts";
import { invite, inviteAgain, withdraw } from "../../staff/invitations.ts";
import { disableMember, enableMember, grantRole, revokeRole } from "../../staff/manage-members.ts";
import { actorOf, may } from "../../staff/member.ts";
import { confirmMember } from "../../staff/sign-in.ts";
import type { Staff } from "../../staff/staff.ts";

const Code = z.string().optional();
const MemberBody = z.object({ email: Email, code: Code });
const GrantBody = MemberBody.extend({
  role: z.enum(ROLE_NAMES, { error: `must be one of ${ROLE_NAMES.join(", ")}` }),
  brand: Text(31),
});

/** The staff themselves: for who may read or manage the staff of all brands. */
export function createMembersRouter(staff: Staff, shops: Pick<ShopRegistry, "tenants">): Router {
  const { db, clock } = staff;
  const router = Router();
  router.use((req, _res, next) => {
    if (!may(req.member, req.method === "GET" ? "staff.read" : "staff.manage")) throw notFound();
    next();
  });

  router.get("/", async (_req, res) => {
    const [members, invitations] = [await listMembers(db.read), await listInvitations(db.read, clock.now())];
    res.json({ members, invitations });
  });

  router.post("/invite", async (req, res) => {
    const { email, role, brand, code } = parseGrant(req);
    await confirmMember(staff, req.member, code);
    const token = await invite(staff, actorOf(req.member), email, { role, brand });
    res.json({ token: token ?? null });
  });

  router.post("/withdraw", async (req, res) => {
    const { email, code } = parseBody(MemberBody, req);
    await confirmMember(staff, req.member, code);
    await withdraw(staff, actorOf(req.member), email);
    res.json({});
  });

  router.post("/grant", async (req, res) => {
    const { email, role, brand, code } = parseGrant(req);
    await confirmMember(staff, req.member, code);
    await grantRole(staff, actorOf(req.member), email, { role, brand });
    res.json({});
  });

  router.post("/revoke", async (req, res) => {
    const { email, role, brand, code } = parseBody(GrantBody, req); // also of a brand that has left
    await confirmMember(staff, req.member, code);
    await revokeRole(staff, actorOf(req.member), email, { role, brand });
    res.json({});
  });

  router.post("/reset", async (req, res) => {
    const { email, code } = parseBody(MemberBody, req);
    await confirmMember(staff, req.member, code);
    res.json({ token: await inviteAgain(staff, actorOf(req.member), email) });
  });

  router.post("/disable", async (req, res) => {
    const { email, code } = parseBody(MemberBody, req);
    await confirmMember(staff, req.member, code);
    await disableMember(staff, actorOf(req.member), email);
    res.json({});
  });

  router.post("/enable", async (req, res) => {
    const { email, code } = parseBody(MemberBody, req);
    await confirmMember(staff, req.member, code);
    await enableMember(staff, actorOf(req.member), email);
    res.json({});
  });

  return router;

  function parseGrant(req: Parameters<typeof parseBody>[1]) {
    const body = parseBody(GrantBody, req);
    const isKnown = body.brand === EVERY_BRAND || shops.tenants().some(({ id }) => id === body.brand);
    if (!isKnown) throw new ApiError(400, "There is no such brand.", { brand: "There is no such brand." });
    return body;
  }
}
