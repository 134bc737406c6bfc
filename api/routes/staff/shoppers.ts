import { z } from "zod";

import { findErasureObstacle } from "../../accounts/erase-shopper.ts";
import { notFound } from "../../base/error.ts";
import { parse, parseQuery, Text } from "../../http/parse.ts";
import { cutPage, Place } from "../../http/place-in-list.ts";
import { listSessions } from "../../repositories/accounts/sessions.ts";
import { listGrantsOf } from "../../repositories/coins/coin-grants.ts";
import { listLapses } from "../../repositories/coins/coin-lots.ts";
import { findShopper, listDevicesOf, listLedger, listOrdersOf } from "../../repositories/shoppers/records.ts";
import { placeOfShopper, selectShoppers } from "../../repositories/shoppers/search.ts";
import { listAudit } from "../../repositories/staff/audit.ts";
import { searchShoppers } from "../../search/search-brand.ts";
import type { BrandCall, BrandRoute } from "../brand-route.ts";
import { shopperFiles, ShopperFilter } from "./exports/export-shoppers.ts";

const PAGE = 50;
const PART = 20;

const ListQuery = ShopperFilter.extend({ after: Place.optional() });
const PartsQuery = z.object({ orders: Place.optional(), coins: Place.optional() });

/** The shopper that the path names. @throws ApiError 404 */
export async function shopperOf({ shop, req }: Pick<BrandCall, "shop" | "req">) {
  const shopper = await findShopper(shop.db.read, parse(Text(64), req.params.shopper));
  if (shopper === undefined) throw notFound();
  return shopper;
}

/** Shoppers of a brand. Cash in paise, coins in hundredths, times in ms. */
export const shopperRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/shoppers",
    permission: "shoppers.read",
    async handle({ shop, req }) {
      const { after, q, state, sort } = parseQuery(ListQuery, req);
      const search = q === "" ? undefined : await searchShoppers(shop, q);
      const found = await selectShoppers(shop.db.read, { search, state, sort, after, limit: PAGE + 1 }).execute();
      const { rows, next } = cutPage(found, PAGE, (row) => placeOfShopper(row, sort));
      return { shoppers: rows, next, is_cut: search?.isCut ?? false };
    },
  },
  ...shopperFiles,
  {
    method: "get",
    path: "/shoppers/:shopper",
    permission: "shoppers.read",
    async handle(call) {
      const { shop, staff, req } = call;
      const { read } = shop.db;
      const { orders: ordersAfter, coins: coinsAfter } = parseQuery(PartsQuery, req);
      const shopper = await shopperOf(call);
      const { id } = shopper;
      const orders = await listOrdersOf(read, id, { after: ordersAfter, limit: PART + 1 });
      const ledger = await listLedger(read, id, { after: coinsAfter, limit: PART + 1 });
      return {
        shopper,
        orders: cutPage(orders, PART, placeOf),
        ledger: cutPage(ledger, PART, placeOf),
        lapses: await listLapses(read, id),
        waiting: await listGrantsOf(read, id),
        sessions: await listSessions(read, id, shop.clock.now()),
        devices: await listDevicesOf(read, id),
        acts: await listAudit(staff.db.read, { brands: [shop.tenant.id], subject: id, limit: PART }),
        obstacle: (await findErasureObstacle(shop, id)) ?? null,
      };
    },
  },
];

const placeOf = ({ created_at, id }: { created_at: number; id: string }) => ({ value: created_at, id });
