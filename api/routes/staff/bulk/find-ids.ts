import type { BulkListName } from "../../../bulk/bulk-actions.ts";
import type { PlaceInList } from "../../../db/place-in-list.ts";
import { parseQuery } from "../../../http/parse.ts";
import { listDeskProducts } from "../../../repositories/catalogue/products.ts";
import { listCoupons } from "../../../repositories/coins/coupon-list.ts";
import { listGiftsOfOrders } from "../../../repositories/gifts/gifts.ts";
import { placeOfShopper, selectShoppers } from "../../../repositories/shoppers/search.ts";
import { searchShoppers } from "../../../search/search-brand.ts";
import type { BrandCall } from "../../brand-route.ts";
import { CouponFilter } from "../coupons/coupon-filter.ts";
import { ShopperFilter } from "../exports/export-shoppers.ts";
import { readProductList } from "../exports/read-product-list.ts";
import { findOrderIds } from "./find-order-ids.ts";
import { readIds, refuseCut } from "./read-ids.ts";

/** The ids of all rows that match the list's filter in the query. @throws ApiError 409 for too many */
export const FIND_IDS: Record<BulkListName, (call: BrandCall) => Promise<string[]>> = {
  orders: findOrderIds,
  gifts: findOrderIds,
  products: findProducts,
  shoppers: findShoppers,
  coupons: findCoupons,
};

function findProducts(call: BrandCall) {
  const { filter } = readProductList(call);
  const { read } = call.shop.db;
  return readIds<number>(async (after, limit) => {
    const rows = await listDeskProducts(read, filter, { sort: "id", isDescending: false, after, limit });
    return { ids: rows.map(({ sku }) => sku), next: rows.length < limit ? undefined : rows.at(-1)!.id };
  });
}

async function findShoppers({ shop, req }: BrandCall) {
  const { q, state } = parseQuery(ShopperFilter, req);
  const search = q === "" ? undefined : await searchShoppers(shop, q);
  refuseCut(search?.isCut ?? false);
  const filter = { search, state, sort: "-created" as const };
  return readIds<PlaceInList>(async (after, limit) => {
    const rows = await selectShoppers(shop.db.read, { ...filter, after, limit }).execute();
    const next = rows.length < limit ? undefined : placeOfShopper(rows.at(-1)!, filter.sort);
    return { ids: rows.map(({ id }) => id), next };
  });
}

function findCoupons({ shop, req }: BrandCall) {
  const filter = { ...parseQuery(CouponFilter, req), now: shop.clock.now() };
  return readIds<PlaceInList>(async (after, limit) => {
    const rows = await listCoupons(shop.db.read, filter, { sort: "created", isDescending: true, after, limit });
    const last = rows.at(-1);
    const next = rows.length < limit ? undefined : { value: last!.place, id: last!.id };
    return { ids: rows.map(({ id }) => id), next };
  });
}

/** Gifts are chosen by their orders. */
export async function toRows({ shop }: BrandCall, list: BulkListName, ids: string[]): Promise<string[]> {
  if (list !== "gifts" || ids.length === 0) return ids;
  return (await listGiftsOfOrders(shop.db.read, ids)).map(({ order_item_id: id }) => id);
}
