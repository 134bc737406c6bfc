import { finished } from "node:stream";

import express, { type Request, Router } from "express";

import { notFound } from "../../base/error.ts";
import { EVERY_BRAND, permissionsIn, ROLE_NAMES } from "../../domain/roles.ts";
import { readCode } from "../../http/read-code.ts";
import { requireMember } from "../../http/require-member.ts";
import { listPasskeys } from "../../repositories/staff/passkeys.ts";
import { confirmMember } from "../../staff/confirm-member.ts";
import type { Staff } from "../../staff/staff.ts";
import type { ShopRegistry } from "../../tenancy/shop-registry.ts";
import { createCall } from "../brand-route.ts";
import { createAllBrandsRouter } from "./all-brands.ts";
import { createAuditRouter } from "./audit.ts";
import { BRAND_ROUTES } from "./brand-routes.ts";
import { createMembersRouter } from "./members.ts";
import { createNewBrandRouter } from "./new-brand.ts";
import { createPasskeysRouter } from "./passkeys.ts";
import { createStaffSessionRouter } from "./session.ts";

type Shops = Pick<ShopRegistry, "tenants" | "visit" | "isServed">;

/** The console's calls below /_staff. All except signing in need a member's session, and without one no body is read. */
export function createStaffRouter(staff: Staff, shops: Shops): Router {
  const router = Router();
  const readJson = express.json({ limit: "256kb" });
  router.use(createStaffSessionRouter(staff, readJson));
  router.use(requireMember(staff));
  // Five legal pages of a hundred thousand letters each, most of them three bytes long.
  router.use("/brands/:brand/brand/draft", express.json({ limit: "2mb" }));
  // A bank statement.
  router.use("/brands/:brand/payments/statement", express.json({ limit: "4mb" }));
  router.use(readJson);
  router.get("/me", async ({ member }, res) => {
    const { id, email, name, grants, hasApp, confirmedAt } = member;
    const brands = listBrands(shops, grants);
    const everywhere = [...permissionsIn(grants, EVERY_BRAND)];
    const has_passkeys = (await listPasskeys(staff.db.read, id)).length > 0;
    res.json({
      email,
      name,
      everywhere,
      brands,
      roles: ROLE_NAMES,
      has_app: hasApp,
      has_passkeys,
      confirmed_at: confirmedAt,
    });
  });
  router.use("/passkeys", createPasskeysRouter(staff));
  router.use("/members", createMembersRouter(staff, shops));
  router.use("/all-brands", createAllBrandsRouter(staff, shops));
  router.use("/audit", createAuditRouter(staff, shops));
  router.use("/new-brand", createNewBrandRouter(staff, shops));
  router.use("/brands/:brand", createBrandRouter(staff, shops));
  return router;
}

/** The brands in which these grants allow any action. */
function listBrands(shops: Shops, grants: Request["member"]["grants"]) {
  return shops.tenants().flatMap(({ id, branding }) => {
    const permissions = [...permissionsIn(grants, id)];
    return permissions.length === 0 ? [] : [{ id, name: branding.organization_name ?? id, permissions }];
  });
}

/** A brand that the member may not see gets the same answer as an unknown one. */
function createBrandRouter(staff: Staff, shops: Shops): Router {
  const router = Router({ mergeParams: true });
  for (const { method, path, permission, needsCode, handle } of BRAND_ROUTES) {
    router[method](path, async (req: Request<{ brand: string }>, res) => {
      const { brand } = req.params;
      if (!permissionsIn(req.member.grants, brand).has(permission)) throw notFound();
      if (!shops.isServed(brand)) throw notFound();
      if (needsCode) await confirmMember(staff, req.member, readCode(req));
      // Last, because a visit keeps the brand open until the answer.
      const visit = await shops.visit(brand);
      if (visit === undefined) throw notFound();
      const { shop, leave } = visit;
      finished(res, leave);
      const answer = await handle(createCall(shop, staff, req, res));
      if (!res.headersSent) res.json(answer ?? {});
    });
  }
  return router;
}
