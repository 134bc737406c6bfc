import type { PlaceInList } from "../../../db/place-in-list.ts";
import { parseQuery } from "../../../http/parse.ts";
import { readPage, resolveFilter } from "../../../orders/order-list.ts";
import { type BrandCall, maySeePeople } from "../../brand-route.ts";
import { FilterQuery } from "../../orders/order-filter.ts";
import { readIds, refuseCut } from "./read-ids.ts";

/** The orders that match the filter of the list. @throws ApiError 409 for too many, or for a search that finds only some */
export async function findOrderIds(call: BrandCall): Promise<string[]> {
  const { shop, req } = call;
  const query = parseQuery(FilterQuery, req);
  const { filter, isCut } = await resolveFilter(shop, query, maySeePeople(call));
  refuseCut(isCut);
  return readIds<PlaceInList>(async (after, limit) => {
    const { orders, next } = await readPage(shop, filter, { sort: query.sort, after, limit });
    return { ids: orders.map(({ id }) => id), next };
  });
}
