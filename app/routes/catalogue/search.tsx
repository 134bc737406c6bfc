import { data } from "react-router";

import { listStatus } from "#app/commerce/result.ts";
import type { Category } from "#app/commerce/types.ts";
import { SEARCH_MIN_CHARACTERS } from "#app/constants.ts";
import { commerceContext, doNotKeep, siteContext } from "#app/context.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { messageFor } from "#app/messages.ts";
import { toSummary } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import type { Route } from "./+types/search";
import { findShelves, hasWords, toShelf } from "./search-matches.ts";
import { SearchResults } from "./search-results.tsx";

export const handle = {
  keep: "for everybody",
  keptHref: (search) => `/search?${new URLSearchParams({ q: readQuery(search) })}`,
  prefetch: true,
} satisfies RouteHandle;

/** Works without JavaScript, and from the Search key of a phone's keyboard. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const query = readQuery(url.searchParams);
  const { tenant } = context.get(siteContext);
  const commerce = context.get(commerceContext);
  const isTooShort = query.length < SEARCH_MIN_CHARACTERS;
  const [found, answer] = await Promise.all([isTooShort ? null : commerce.search(query), commerce.getHome()]);
  const home = answer.ok ? answer.value : { categories: [], subcategories: [] };
  const page = { query, isNameInLink: !tenant.features.productById };
  if (!answer.ok || (found && !found.ok)) doNotKeep(context);
  if (found && !found.ok) {
    const problem = messageFor("search", found.error);
    return data(
      { ...page, products: [], isClose: false, shelves: [], suggested: [], problem },
      listStatus(found.error),
    );
  }

  const products = found?.value ?? [];
  const list = products.length === 0 ? await commerce.listProducts(RECOMMENDED) : null;
  return {
    ...page,
    products: products.map((product) => toSummary(product, tenant)),
    isClose: !products.some(({ name, category, subcategory }) =>
      hasWords(query, [name, category?.name, subcategory?.name].join(" ")),
    ),
    shelves: products.length > 0 ? findShelves(query, products, home) : home.categories.map(toCategoryShelf),
    suggested: list?.ok ? list.value.products.map((product) => toSummary(product, tenant)) : [],
    problem: null,
  };
}

const readQuery = (search: URLSearchParams) => (search.get("q") ?? "").trim().slice(0, 100);

const toCategoryShelf = (category: Category) => toShelf("category", category);

const RECOMMENDED = { subcategories: [], sort: "recommended" as const, page: 1 };

export default function Search({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { query } = loaderData;
  const isTooShort = query.length < SEARCH_MIN_CHARACTERS;
  return (
    <>
      <PageHead shop={shop} title={isTooShort ? "Search" : `Search: ${query}`} />
      <SearchResults {...loaderData} isTooShort={isTooShort} />
    </>
  );
}
