import type { CommerceClient } from "#app/commerce/client.server.ts";
import { type CallError, listStatus } from "#app/commerce/result.ts";
import type { ProductQuery } from "#app/commerce/types.ts";
import { toSummary } from "#app/routes/links.ts";
import { messageFor, productsMessage } from "#app/texts/messages.ts";

import type { Tenant } from "../../../config/brand/schema.ts";
import { pagesInDocument } from "./product-query.ts";

/** Loads the document's pages at once, without duplicates. If a later page fails, the earlier ones stay. */
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
  // Last page first: when two pages begin with the same product, the earlier page overwrites the later.
  const pageStarts = Object.fromEntries(
    lists.flatMap(({ products: [first] }, at) => (first ? [[first.id, pages[at]!]] : [])).toReversed(),
  );
  const failure = answers[firstFailure];
  const describe = (error: CallError) =>
    query.sort === "recommended" ? productsMessage(error, tenant) : messageFor("sortedProducts", error);
  return {
    products: [...products.values()],
    pageStarts,
    count: lists[0]?.count ?? 0,
    counts: lists[0]?.counts && Object.fromEntries(lists[0].counts),
    hasMore: lists.at(-1)?.hasMore ?? false,
    firstPage: pages[0] ?? 1,
    lastPage: (pages[0] ?? 1) + Math.max(lists.length, 1) - 1,
    problem: failure && !failure.ok ? describe(failure.error) : null,
    status: failure && !failure.ok && lists.length === 0 ? listStatus(failure.error) : 200,
  };
}
