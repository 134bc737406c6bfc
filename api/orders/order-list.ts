import type { PlaceInList } from "../db/place-in-list.ts";
import { listOrders, type OrderFilter, type OrderSort } from "../repositories/orders/list-orders.ts";
import { searchOrders } from "../search/search-brand.ts";
import type { Shop } from "../shop/shop.ts";

/** The query of the list of orders. `q` is a search (search/search-brand.ts). */
export type OrderQuery = Omit<OrderFilter, "ids"> & { q?: string; sort: OrderSort };

/**
 * Resolves the search of a filter. `isCut`: more orders match than a search finds. `seesPeople`: names and addresses of
 * people count, too.
 */
export async function resolveFilter(
  shop: Shop,
  { q, sort: _, ...filter }: OrderQuery,
  seesPeople: boolean,
): Promise<{ filter: OrderFilter; isCut: boolean }> {
  if (q === undefined || q === "") return { filter, isCut: false };
  const { ids, isCut } = await searchOrders(shop, { typed: q, seesPeople });
  return { filter: { ...filter, ids }, isCut };
}

/** A page of orders, and the cursor of the next one; null at the end. */
export async function readPage(
  shop: Shop,
  filter: OrderFilter,
  page: { sort: OrderSort; after?: PlaceInList; limit: number },
) {
  const rows = await listOrders(shop.db.read, filter, { ...page, limit: page.limit + 1 });
  const orders = rows.slice(0, page.limit);
  const last = orders.at(-1);
  const value = last && (page.sort.endsWith("total") ? last.total : last.created_at);
  return { orders, next: rows.length > page.limit ? { value: value!, id: last!.id } : undefined };
}
