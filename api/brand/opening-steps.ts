import { isLoopbackDemo, isPublic } from "../../config/brand/loopback.ts";
import { leastEnd } from "../domain/stock/shelf-life.ts";
import { listStockCounts } from "../repositories/audit/census.ts";
import { listAllOrders } from "../repositories/orders/all-orders.ts";
import { findDraft } from "../repositories/staff/brand-drafts.ts";
import { listVersions } from "../repositories/staff/brand-versions.ts";
import type { Shop } from "../shop/shop.ts";
import type { Staff } from "../staff/staff.ts";

/** The most products that are checked; a new brand has few. */
const LOOKED_AT = 500;

/** A change of any of these fields makes a custom look: a new brand may already have its colour, and need only a logo. */
const LOOK = /^branding\.(logo_url|banner_url|\w+_color)$/;

/** The steps between a new brand and its first order, derived from the present data. */
export async function readOpeningSteps({ tenant, db, clock }: Shop, staff: Staff) {
  const now = clock.now();
  const counted = { after: 0, limit: LOOKED_AT, atMost: 1, now, leastEnd: leastEnd(tenant, now) };
  const products = await listStockCounts(db.read, counted);
  const versions = await listVersions(staff.db.read, tenant.id, LOOKED_AT);
  const { legal, branding } = tenant;
  return {
    look: versions.some(({ changed }) => changed.some((path) => LOOK.test(path))),
    has_draft: (await findDraft(staff.db.read, tenant.id)) !== undefined,
    has_product: products.length > 0,
    /** A card of some product is free, or a supplier sends it. */
    has_stock: products.some(({ stock, is_offered }) => stock > 0 || is_offered),
    gateway: tenant.payments?.gateway ?? null,
    is_public: isPublic(tenant),
    has_legal_details:
      legal.entity !== undefined && legal.grievanceOfficer !== undefined && branding.address !== undefined,
    /** The destination of mail: a server, a mailbox that this machine shows, or files. */
    mail: isLoopbackDemo(tenant) ? "mailbox" : staff.folder.deployment.hasMailServer ? "server" : "files",
    has_order: (await listAllOrders(db.read, { status: "completed", limit: 1 })).length > 0,
  };
}
