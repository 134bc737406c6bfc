import { finished } from "node:stream";

import express, { type Request, Router } from "express";

import { EVERY_BRAND, permissionsIn, ROLE_NAMES } from "../../domain/roles.ts";
import { notFound } from "../../error.ts";
import { requireMember } from "../../http/require-member.ts";
import type { ShopRegistry } from "../../shop/shop-registry.ts";
import { confirmMember } from "../../staff/sign-in.ts";
import type { Staff } from "../../staff/staff.ts";
import { createAuditRouter } from "./audit.ts";
import { createCall } from "./brand-route.ts";
import { BRAND_ROUTES } from "./brand-routes.ts";
import { createMembersRouter } from "./members.ts";
import { createStaffSessionRouter } from "./session.ts";

type Shops = Pick<ShopRegistry, "tenants" | "visit">;

/** The console's calls below /_staff. All but signing in need a member's session. */
export function createStaffRouter(staff: Staff, shops: Shops): Router {
  const router = Router();
  router.use(express.json({ limit: "256kb" }));
  router.use(createStaffSessionRouter(staff));
  router.use(requireMember(staff));
  router.get("/me", ({ member }, res) => {
    const { email, name, grants, confirmedAt } = member;
    const brands = listBrands(shops, grants);
    const everywhere = [...permissionsIn(grants, EVERY_BRAND)];
    res.json({ email, name, everywhere, brands, confirmed_at: confirmedAt, roles: ROLE_NAMES });
  });
  router.use("/members", createMembersRouter(staff, shops));
  router.use("/audit", createAuditRouter(staff, shops));
  router.use("/brands/:brand", createBrandRouter(staff, shops));
  return router;
}

/** The brands in which these grants allow anything. */
function listBrands(shops: Shops, grants: Request["member"]["grants"]) {
  return shops.tenants().flatMap(({ id, branding }) => {
    const permissions = [...permissionsIn(grants, id)];
    return permissions.length === 0 ? [] : [{ id, name: branding.organization_name ?? id, permissions }];
  });
}

/** A brand that the member may not see is answered like one that does not exist. */
function createBrandRouter(staff: Staff, shops: Shops): Router {
  const router = Router({ mergeParams: true });
  for (const { method, path, permission, needsCode, handle } of BRAND_ROUTES) {
    router[method](path, async (req: Request<{ brand: string }>, res) => {
      const { brand } = req.params;
      if (!permissionsIn(req.member.grants, brand).has(permission)) throw notFound();
      const visit = shops.visit(brand);
      if (visit === undefined) throw notFound();
      if (needsCode) await confirmMember(staff, req.member, readCode(req));
      const { shop, leave } = await visit;
      finished(res, leave);
      const answer = await handle(createCall(shop, staff, req, res));
      if (!res.headersSent) res.json(answer ?? {});
    });
  }
  return router;
}

function readCode({ body }: Request): string | undefined {
  const code: unknown = (body as { code?: unknown } | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}
