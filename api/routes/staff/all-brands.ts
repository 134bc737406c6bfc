import { Router } from "express";
import { z } from "zod";

import type { Tenant } from "../../../config/brand/schema.ts";
import { notFound } from "../../base/error.ts";
import { toDecimal } from "../../domain/files/csv-lines.ts";
import { permissionsIn } from "../../domain/roles.ts";
import { parseQuery } from "../../http/parse.ts";
import { sendCsv } from "../../http/send-csv.ts";
import { countNeeding } from "../../repositories/orders/attention.ts";
import { sumCoins } from "../../repositories/sales/refunds-and-coins.ts";
import { countLow } from "../../repositories/stock/watch.ts";
import { sumRange } from "../../sales/sum-range.ts";
import type { Shop } from "../../shop/shop.ts";
import { audited } from "../../staff/audit-trail.ts";
import { confirmMember } from "../../staff/confirm-member.ts";
import { actorOf } from "../../staff/member.ts";
import type { Staff } from "../../staff/staff.ts";
import { brandOf } from "../../staff/staff-scope.ts";
import type { ShopRegistry } from "../../tenancy/shop-registry.ts";
import { LONGEST_MS } from "./today.ts";

const HEAD = ["brand", "name", "orders", "cash", "coins", "payments_tried", "payments_paid"];
const MORE = ["coins_outstanding", "orders_that_need_somebody", "cards_low"];
const FIGURES = HEAD.length + MORE.length - 2;

const Query = z.object({ from: z.coerce.number().int().min(0) });

type Shops = Pick<ShopRegistry, "tenants" | "visit">;

/** GET /_staff/all-brands/export: the sales since `from` (ms) of each brand whose money the member may export. */
export function createAllBrandsRouter(staff: Staff, shops: Shops): Router {
  const router = Router();
  router.get("/export", async (req, res) => {
    const { member } = req;
    const brands = shops
      .tenants()
      .filter(({ id }) => permissionsIn(member.grants, id).has("money.export"))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    if (brands.length === 0) throw notFound();
    const from = Math.max(parseQuery(Query, req).from, staff.clock.now() - LONGEST_MS);
    await confirmMember(staff, member, undefined);
    const brand = brandOf(brands.map(({ id }) => id));
    const act = { act: "brands.export", brand, subject: "brands", after: { from } };
    await audited(staff, actorOf(member), act, () => sendCsv(res, "brands", listRows(staff, shops, brands, from)));
  });
  return router;
}

/** A brand that does not answer has no figures. */
async function* listRows({ log }: Staff, shops: Shops, brands: Tenant[], from: number) {
  yield [...HEAD, ...MORE];
  for (const { id, branding } of brands) {
    const figures = await readFigures(shops, id, from).catch((error: unknown) => {
      log.warn({ err: error, tenant: id }, "a brand is missing in a member's file of all brands");
      return undefined;
    });
    yield [id, branding.organization_name ?? id, ...(figures ?? Array<null>(FIGURES).fill(null))];
  }
}

async function readFigures(shops: Shops, brand: string, from: number) {
  const visit = await shops.visit(brand);
  if (visit === undefined) return undefined;
  try {
    return await sumUp(visit.shop, from);
  } finally {
    visit.leave();
  }
}

/** In the order of the columns. Cash in rupees. */
async function sumUp(shop: Shop, from: number) {
  const { read } = shop.db;
  const { points, attempts } = await sumRange(shop, { from, compareFrom: from });
  const add = <Key extends string>(rows: Record<Key, number>[], key: Key) =>
    rows.reduce((sum, row) => sum + row[key], 0);
  const { outstanding } = await sumCoins(read, shop.clock.now());
  return [
    add(points, "orders"),
    toDecimal(add(points, "amount")),
    toDecimal(add(points, "coins")),
    add(attempts, "tried"),
    add(attempts, "paid"),
    toDecimal(outstanding),
    await countNeeding(read, "any"),
    await countLow(read),
  ];
}
