import { data } from "react-router";

import { SEARCH_MIN_CHARACTERS } from "#app/base/constants.ts";
import { listStatus } from "#app/commerce/result.ts";
import type { Category } from "#app/commerce/types.ts";
import { inTime } from "#app/http/client-hints.server.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { commerceContext, doNotKeep, siteContext } from "#app/request/context.ts";
import { toSummary } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Late } from "#app/ui/late.tsx";
import { LoadingPart } from "#app/ui/loading.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/search";
import { findShelves, isMeant, toShelf } from "./search-matches.ts";
import { SearchResults } from "./search-results.tsx";

export const handle = {
  keep: "for everybody",
  keptHref: (search) => `/search?${new URLSearchParams({ q: readQuery(search) })}`,
  prefetch: true,
} satisfies RouteHandle;

/** Works without JavaScript, and with the Search key on phone keyboards. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const query = readQuery(url.searchParams);
  const { value, late } = await inTime(request, find(context, query));
  return late ? { query, late: late.then(({ page }) => page) } : data(value.page, value.status);
}

async function find(context: Route.LoaderArgs["context"], query: string) {
  const { tenant } = context.get(siteContext);
  const commerce = context.get(commerceContext);
  const isTooShort = query.length < SEARCH_MIN_CHARACTERS;
  const [found, answer] = await Promise.all([isTooShort ? null : commerce.search(query), commerce.getHome()]);
  const home = answer.ok ? answer.value : { categories: [], subcategories: [] };
  const page = { query, isNameInLink: !tenant.features.productById };
  if (!answer.ok || (found && !found.ok)) doNotKeep(context);
  if (found && !found.ok) {
    const problem = messageFor("search", found.error);
    const empty = { products: [], isClose: false, shelves: [], suggested: [] };
    return { page: { ...page, ...empty, problem }, status: listStatus(found.error) };
  }

  const products = found?.value ?? [];
  const list = products.length === 0 ? await commerce.listProducts(RECOMMENDED) : null;
  const matches = {
    products: products.map((product) => toSummary(product, tenant)),
    isClose: !products.some((product) => isMeant(query, product)),
    shelves: products.length > 0 ? findShelves(query, products, home) : home.categories.map(toCategoryShelf),
    suggested: list?.ok ? list.value.products.map((product) => toSummary(product, tenant)) : [],
    problem: null,
  };
  return { page: { ...page, ...matches }, status: 200 };
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
      <PageHead shop={shop} title={isTooShort ? t("catalogue.search") : t("catalogue.searchTitle", { query })} />
      <Late of={loaderData} fallback={<LoadingPart>{rich("catalogue.loadingProducts")}</LoadingPart>}>
        {(page) => <SearchResults {...page} isTooShort={isTooShort} />}
      </Late>
    </>
  );
}
