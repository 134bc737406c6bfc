import type { ReactNode } from "react";

import type { Home, ProductQuery } from "#app/commerce/types.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { rich } from "#app/texts/rich.ts";

import type { Texts } from "../../../config/brand/texts.ts";
import { t } from "../../../config/language/t.ts";
import { AppliedFilters, Filters, type FiltersProps } from "./filters.tsx";
import type { ProductSummary } from "./product-card.tsx";
import { pageId, ProductGrid } from "./product-grid.tsx";
import { catalogueHref, countFilters } from "./product-query.ts";
import { Sort, SORT_LABELS } from "./sort.tsx";

type CatalogueToolsProps = {
  query: ProductQuery;
  home: Home;
  texts: Texts;
  /** The banner holds the page's h1; without it the list does. */
  isUnderBanner: boolean;
  filters: ReactNode;
  count: ReactNode;
  children: ReactNode;
};

export function CatalogueTools({ query, home, texts, isUnderBanner, filters, count, children }: CatalogueToolsProps) {
  const { category, sort, subcategories, priceMin, priceMax } = query;
  const selected = home.categories.find(({ id }) => id === category);
  const Heading = isUnderBanner ? "h2" : "h1";
  return (
    <div className="catalogue">
      {filters}
      <section aria-labelledby="products-title">
        <div className="toolbar">
          <div className="list-title">
            <Heading id="products-title">{selected?.name ?? rich("catalogue.all")}</Heading>
            {count}
          </div>
          <Sort current={sort} kept={keep({ category, subcategories, priceMin, priceMax })} texts={texts} />
        </div>
        <AppliedFilters filters={describeFilters(query, home)} />
        {!isUnderBanner && <h2 className="sr">{rich("catalogue.giftCards")}</h2>}
        {children}
      </section>
    </div>
  );
}

type CatalogueFiltersProps = { query: ProductQuery; home: Home; counts?: Record<string, number> | null } & Pick<
  FiltersProps,
  "isProvisional"
>;

export const CatalogueFilters = ({ query, home, counts, isProvisional }: CatalogueFiltersProps) => (
  <Filters
    isProvisional={isProvisional}
    subcategories={home.subcategories}
    selected={query.subcategories}
    counts={counts}
    priceMin={query.priceMin ?? null}
    priceMax={query.priceMax ?? null}
    kept={keep({ category: query.category, sort: query.sort })}
    appliedCount={countFilters(query)}
    clearHref={catalogueHref({ sort: query.sort })}
  />
);

function keep(query: Partial<ProductQuery>): [name: string, value: string][] {
  return [...new URL(catalogueHref(query), "http://shop.invalid").searchParams];
}

function describeFilters(query: ProductQuery, home: Home) {
  const { category, subcategories, priceMin, priceMax } = query;
  const without = (change: Partial<ProductQuery>) => catalogueHref({ ...query, page: 1, ...change });
  // The names are unknown while the host is down.
  const nameOf = (list: Home["categories"], id: string) =>
    list.find((entry) => entry.id === id)?.name ?? t("product.category");
  return [
    ...(category ? [{ label: nameOf(home.categories, category), removeHref: without({ category: undefined }) }] : []),
    ...subcategories.map((id) => ({
      label: nameOf(home.subcategories, id),
      removeHref: without({ subcategories: subcategories.filter((other) => other !== id) }),
    })),
    ...(priceMin !== undefined
      ? [
          {
            label: t("catalogue.fromAmount", { amount: formatMoney(priceMin) }),
            removeHref: without({ priceMin: undefined }),
          },
        ]
      : []),
    ...(priceMax !== undefined
      ? [
          {
            label: t("catalogue.upToAmount", { amount: formatMoney(priceMax) }),
            removeHref: without({ priceMax: undefined }),
          },
        ]
      : []),
  ];
}

type List = {
  products: ProductSummary[];
  pageStarts: Record<string, number>;
  count: number;
  hasMore: boolean;
  firstPage: number;
  lastPage: number;
  problem: string | null;
};

/** A live region: announces the number of cards after a change of the filters, the sort order or the page. */
export function ListCount({ list, query }: { list: List; query: ProductQuery }) {
  const { products, count, hasMore, problem } = list;
  if (problem) return null;
  const isOpen = hasMore && count <= products.length;
  const shown = products.length;
  return (
    <p className="muted" role="status">
      <span data-count>
        {isOpen
          ? rich("catalogue.moreThan", { count: shown })
          : rich("catalogue.count", { count: Math.max(count, shown) })}
      </span>
      <span className="sr">
        {", "}
        {query.sort === "recommended"
          ? rich("catalogue.shown", { count: shown })
          : rich("catalogue.shownSorted", { count: shown, sort: t(SORT_LABELS[query.sort]) })}
      </span>
    </p>
  );
}

export function CatalogueList({
  list,
  query,
  isNameInLink,
}: {
  list: List;
  query: ProductQuery;
  isNameInLink: boolean;
}) {
  const { products, pageStarts, hasMore, firstPage, lastPage, problem } = list;
  return (
    <ProductGrid
      products={products}
      pageStarts={pageStarts}
      moreHref={
        hasMore && !problem ? `${catalogueHref({ ...query, page: lastPage + 1 })}#${pageId(lastPage + 1)}` : null
      }
      lessHref={lastPage > 1 ? `${catalogueHref({ ...query, page: 1 })}#top` : null}
      backHref={firstPage > 1 ? catalogueHref({ ...query, page: firstPage - 1 }) : null}
      error={problem ?? undefined}
      priceRange={{ min: query.priceMin ?? null, max: query.priceMax ?? null }}
      isNameInLink={isNameInLink}
      wayOut={findWayOut(query)}
    />
  );
}

/** The change of filters that most likely shows cards, if two filters exclude each other. */
function findWayOut(query: ProductQuery) {
  const { category, subcategories, priceMin, priceMax } = query;
  if (priceMin !== undefined && priceMax !== undefined && priceMin > priceMax) {
    return {
      text: t("catalogue.limitsSwapped"),
      href: catalogueHref({ ...query, page: 1, priceMin: priceMax, priceMax: priceMin }),
      label: t("catalogue.swapLimits", { least: formatMoney(priceMax), most: formatMoney(priceMin) }),
    };
  }
  if (!category || subcategories.length === 0) return null;
  return {
    text: t("catalogue.nothingInBoth"),
    href: catalogueHref({ ...query, page: 1, category: undefined }),
    label: t("catalogue.lookInAll"),
  };
}
