import { MAX_PAGES_PER_DOCUMENT, SORT_OPTIONS } from "#app/base/constants.ts";
import { readTypedRupees, toRupees } from "#app/base/money.ts";
import type { ProductQuery } from "#app/commerce/types.ts";

const MAX_PAGE = 10_000;
const MAX_SUBCATEGORIES = 50;

/** The catalogue's filters live in the URL: `/?category=&subcategories=&price_min=&price_max=&sort=&page=`. */
export function parseProductQuery(search: URLSearchParams): ProductQuery {
  const sort = SORT_OPTIONS.find((option) => option === search.get("sort")) ?? "recommended";
  const subcategories = search.getAll("subcategories").flatMap((value) => value.split(","));
  const page = Number(search.get("page"));
  return {
    category: readId(search.get("category")),
    subcategories: [...new Set(subcategories)].filter(readId).slice(0, MAX_SUBCATEGORIES),
    priceMin: readTypedRupees(search.get("price_min")) ?? undefined,
    priceMax: readTypedRupees(search.get("price_max")) ?? undefined,
    sort,
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1,
  };
}

const readId = (value: string | null) => (value && /^[\w-]{1,64}$/.test(value) ? value : undefined);

/** The catalogue's URL for a query. Omits defaults, so that each list has one URL. */
export function catalogueHref(query: Partial<ProductQuery>): string {
  const search = new URLSearchParams();
  if (query.category) search.set("category", query.category);
  for (const id of query.subcategories ?? []) search.append("subcategories", id);
  if (query.priceMin !== undefined) search.set("price_min", String(toRupees(query.priceMin)));
  if (query.priceMax !== undefined) search.set("price_max", String(toRupees(query.priceMax)));
  if (query.sort && query.sort !== "recommended") search.set("sort", query.sort);
  if (query.page && query.page > 1) search.set("page", String(query.page));
  return search.size > 0 ? `/?${search}` : "/";
}

export const countFilters = ({ category, subcategories, priceMin, priceMax }: ProductQuery) =>
  subcategories.length + [category, priceMin, priceMax].filter((filter) => filter !== undefined).length;

/** Pages 1 to `page`, at most MAX_PAGES_PER_DOCUMENT; the page after that starts a new list. */
export function pagesInDocument(page: number): number[] {
  const first = page - ((page - 1) % MAX_PAGES_PER_DOCUMENT);
  return Array.from({ length: page - first + 1 }, (_, at) => first + at);
}
