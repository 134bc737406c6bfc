import { ApiError } from "../../../base/error.ts";
import type { PlaceInList } from "../../../db/place-in-list.ts";
import { parseQuery } from "../../../http/parse.ts";
import { readPage, resolveFilter } from "../../../orders/order-list.ts";
import type { BrandCall } from "../../brand-route.ts";
import { FilterQuery } from "../../orders/order-filter.ts";
import { readIds } from "./read-ids.ts";

/** The orders that match the filter of the list. @throws ApiError 409 for too many, or for a search that finds only some */
export async function findOrderIds({ shop, req }: BrandCall): Promise<string[]> {
  const query = parseQuery(FilterQuery, req);
  const { filter, isCut } = await resolveFilter(shop, query);
  if (isCut) throw new ApiError(409, "More orders match than a search looks at. Type more of what you know.");
  return readIds<PlaceInList>(async (after, limit) => {
    const { orders, next } = await readPage(shop, filter, { sort: query.sort, after, limit });
    return { ids: orders.map(({ id }) => id), next };
  });
}
