import type { Tenant } from "../../../config/schema.ts";
import { messageFor, productsMessage } from "#app/messages.ts";
import type { CommerceClient } from "#app/commerce/client.server.ts";
import { toSummary } from "#app/routes/links.ts";
import { pagesInDocument } from "./product-query.ts";
import { listStatus, type CallError } from "#app/commerce/result.ts";
import type { ProductQuery } from "#app/commerce/types.ts";

/**
 * The catalogue's list for a query: every page that its document holds, in calls of eight side by side, without
 * duplicates. When a later page fails the earlier ones stay; when the first fails the list is empty.
 */
export async function loadCatalogue(commerce: CommerceClient, tenant: Tenant, query: ProductQuery) {
  const pages = pagesInDocument(query.page);
  const answers = await Promise.all(pages.map((page) => commerce.listProducts({ ...query, page })));
  const firstFailure = answers.findIndex((answer) => !answer.ok);
  const lists = (firstFailure === -1 ? answers : answers.slice(0, firstFailure)).flatMap((answer) =>
    answer.ok ? [answer.value] : [],
  );

  const products = new Map(
    lists.flatMap((list) => list.products).map((product) => [product.id, toSummary(product, tenant)]),
  );
  // From the last page to the first, so that of two pages with one product the earlier one begins with it.
  const pageStarts = Object.fromEntries(
    lists.flatMap(({ products: [first] }, at) => (first ? [[first.id, pages[at]!]] : [])).toReversed(),
  );
  const failure = answers[firstFailure];
  const describe = (error: CallError) =>
    query.sort === "recommended" ? productsMessage(error, tenant) : messageFor("sortedProducts", error);
  return {
    products: [...products.values()],
    /** Which page begins with a product, by its id. */
    pageStarts,
    count: lists[0]?.count ?? 0,
    hasMore: lists.at(-1)?.hasMore ?? false,
    firstPage: pages[0] ?? 1,
    lastPage: (pages[0] ?? 1) + Math.max(lists.length, 1) - 1,
    problem: failure && !failure.ok ? describe(failure.error) : null,
    /** Of the page, where it does not stream. */
    status: failure && !failure.ok && lists.length === 0 ? listStatus(failure.error) : 200,
  };
}
