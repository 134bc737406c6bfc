import { Router } from "express";
import { z } from "zod";

import { notFound } from "../../base/error.ts";
import { permissionsIn } from "../../domain/roles.ts";
import { parseQuery, Text } from "../../http/parse.ts";
import { sendCsv } from "../../http/send-csv.ts";
import { type AuditFilter, listAudit } from "../../repositories/staff/audit.ts";
import { audited } from "../../staff/audit-trail.ts";
import { confirmMember } from "../../staff/confirm-member.ts";
import { exportAudit } from "../../staff/export-audit.ts";
import { actorOf, may, type Member } from "../../staff/member.ts";
import type { Staff } from "../../staff/staff.ts";
import { brandOf } from "../../staff/staff-scope.ts";
import type { ShopRegistry } from "../../tenancy/shop-registry.ts";

const Time = z.coerce.number().int().min(0).optional();
const AuditQuery = z.object({
  brand: Text(31).optional(),
  actor: Text(254).optional(),
  act: Text(60).optional(),
  subject: Text(254).optional(),
  since: Time,
  until: Time,
  before: Time,
  limit: z.coerce.number().int().min(1).max(1_000).default(50),
});

/** GET /_staff/audit and /_staff/audit/export: the entries of the brands whose audit the member may read, newest first. */
export function createAuditRouter(staff: Staff, shops: Pick<ShopRegistry, "tenants">): Router {
  const router = Router();
  router.get("/", async (req, res) => {
    const { brand, ...query } = parseQuery(AuditQuery, req);
    const entries = await listAudit(staff.db.read, { ...query, brands: brandsOf(req.member, brand) });
    res.json({ entries });
  });
  router.get("/export", async (req, res) => {
    const { brand, before: _before, limit: _limit, ...query } = parseQuery(AuditQuery, req);
    const brands = brandsOf(req.member, brand);
    await confirmMember(staff, req.member, undefined);
    // A search for a shopper's address must not leave the address in the audit, because the audit is never erased.
    const { subject: _subject, ...after } = query;
    const act = { act: "audit.export", brand: brands === undefined ? null : brandOf(brands), subject: "audit", after };
    const name = brand === undefined ? "audit" : `audit-${brand}`;
    const send = () => sendCsv(res, name, exportAudit(staff.db.read, { ...query, brands }));
    await audited(staff, actorOf(req.member), act, send);
  });
  return router;

  function brandsOf(member: Member, brand: string | undefined): AuditFilter["brands"] {
    if (brand !== undefined) {
      if (!permissionsIn(member.grants, brand).has("audit.read")) throw notFound();
      return [brand];
    }
    if (may(member, "audit.read")) return undefined;
    const brands = shops.tenants().flatMap(({ id }) => (may(member, "audit.read", id) ? [id] : []));
    if (brands.length === 0) throw notFound();
    return brands;
  }
}
