import { data } from "react-router";

import { MAX_PAGES_PER_DOCUMENT } from "#app/base/constants.ts";
import type { CommerceClient } from "#app/commerce/client.server.ts";
import { defer } from "#app/http/client-hints.server.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { commerceContext, doNotKeep, siteContext } from "#app/request/context.ts";
import { configurationInTime } from "#app/routes/load-brand.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { Late } from "#app/ui/late.tsx";
import { LoadingPart } from "#app/ui/loading.tsx";
import { NotLoaded } from "#app/ui/notice.tsx";

import type { Route } from "./+types/catalogue";
import { Banner } from "./banner.tsx";
import { CatalogueHead } from "./catalogue-head.tsx";
import { CatalogueFilters, CatalogueList, CatalogueTools, ListCount } from "./catalogue-view.tsx";
import { loadCatalogue } from "./load-catalogue.server.ts";
import { catalogueHref, parseProductQuery } from "./product-query.ts";

export const handle = {
  keep: "for everybody",
  keptHref: (search) => catalogueHref(parseProductQuery(search)),
  prefetch: true,
} satisfies RouteHandle;

/** Awaits the filters; the list may stream. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const query = parseProductQuery(url.searchParams);
  const commerce = context.get(commerceContext);
  const { tenant } = context.get(siteContext);
  const [home, configuration] = await Promise.all([commerce.getHome(), configurationInTime(request, context)]);
  const list = await defer(request, loadCatalogue(commerce, tenant, query));
  const page = {
    query,
    /** Why the configuration failed; a promise only while the configuration is late. */
    content: { late: configuration ? null : describeConfiguration(commerce) },
    home: home.ok ? home.value : { categories: [], subcategories: [] },
    isNameInLink: !tenant.features.productById,
    list,
  };
  if ("then" in list.late) return page;
  if (!home.ok || list.late.problem) doNotKeep(context);
  return data(page, list.late.status);
}

const describeConfiguration = (commerce: CommerceClient) =>
  commerce.getConfiguration().then((answer) => (answer.ok ? null : messageFor("configuration", answer.error)));

export default function CataloguePage({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { query, home, content, list, isNameInLink } = loaderData;
  const { brand } = shop;
  // On every page of the first list, so that Show More does not move it.
  const hasBanner = !query.category && query.page <= MAX_PAGES_PER_DOCUMENT;
  return (
    <>
      <CatalogueHead shop={shop} query={query} home={home} />
      <page-region id="catalogue" also="categories">
        {hasBanner && <Banner brand={brand} />}
        <div className="content">
          <Late of={content} fallback={<LoadingPart>{rich("catalogue.loadingContent")}</LoadingPart>}>
            {(problem) => (
              <CatalogueTools
                query={query}
                home={home}
                texts={brand.texts}
                isUnderBanner={hasBanner}
                filters={
                  <Late of={list} fallback={<CatalogueFilters query={query} home={home} isProvisional />}>
                    {({ counts }) => <CatalogueFilters query={query} home={home} counts={counts} />}
                  </Late>
                }
                count={<Late of={list}>{(settled) => <ListCount list={settled} query={query} />}</Late>}
              >
                {problem && (
                  <div className="page-problem">
                    <NotLoaded>{problem}</NotLoaded>
                  </div>
                )}
                <Late of={list} fallback={<LoadingPart>{rich("catalogue.loadingProducts")}</LoadingPart>}>
                  {(settled) => <CatalogueList list={settled} query={query} isNameInLink={isNameInLink} />}
                </Late>
              </CatalogueTools>
            )}
          </Late>
        </div>
      </page-region>
    </>
  );
}
