import { z } from "zod";

import type { PlaceInList } from "../../db/place-in-list.ts";
import { ORDER_STATUSES } from "../../domain/orders.ts";
import { Text } from "../../http/parse.ts";
import { Place } from "../../http/place-in-list.ts";
import { ATTENTION } from "../../repositories/order-desk/attention.ts";
import {
  listOrders,
  ORDER_SORTS,
  type OrderFilter,
  type OrderSort,
} from "../../repositories/order-desk/list-orders.ts";
import { searchOrders } from "../../repositories/order-desk/search-orders.ts";
import type { Shop } from "../../shop.ts";

const Time = z.coerce.number().int().min(0).optional();

export const FilterQuery = z.object({
  q: Text(254).trim().optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  attention: z.enum(ATTENTION).optional(),
  gateway: Text(31).optional(),
  since: Time,
  until: Time,
  sort: z.enum(ORDER_SORTS).default("-created"),
});

export const ListQuery = FilterQuery.extend({
  after: Place.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** Resolves the search of a filter. `isCut` says that more orders match than a search finds. */
export async function resolveFilter(shop: Shop, { q, sort: _, ...filter }: z.output<typeof FilterQuery>) {
  if (q === undefined || q === "") return { filter: filter as OrderFilter, isCut: false };
  const { ids, isCut } = await searchOrders(shop.db.read, shop, q);
  return { filter: { ...filter, ids } as OrderFilter, isCut };
}

/** A page of orders, and the place where the next one begins; null at the end. */
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
