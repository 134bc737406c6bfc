import type { Quirks } from "./foreign-shop.ts";

export type Product = ReturnType<typeof product>;

export const CATEGORIES = ["Food", "Travel", "Fashion"].map((name, index) => ({ id: `c${index + 1}`, name }));
export const SUBCATEGORIES = CATEGORIES.map(({ id, name }) => ({ id: `s${id}`, name: `${name} cards`, parent: id }));

const product = (index: number) => ({
  id: `gc-${String(index).padStart(3, "0")}`,
  name: `Foreign Card ${index}`,
  min: index === 1 ? 500 : 100 * index,
  max: index === 1 ? 500 : 100 * index + (index % 2) * 900,
  category: CATEGORIES[index % 3]!,
  subcategory: SUBCATEGORIES[index % 3]!,
  hasDenominations: index !== 12,
});
export const makeProducts = (count: number) => Array.from({ length: count }, (_, index) => product(index + 1));

/** Amounts as text with two decimals: a legal reading of "a number" that many backends use. */
export const text = (amount: number) => amount.toFixed(2);

/** India time without a zone. */
export const stamp = (at: Date) => new Date(at.getTime() + 19_800_000).toISOString().replace("T", " ").slice(0, 19);

export const wireProduct = ({ id, name, min, max, category, subcategory, hasDenominations }: Product) => ({
  id,
  name,
  image_url: null,
  price: text(min),
  price_mrp: text(min),
  is_available: true,
  details: `<p>About ${name} &amp; friends</p>`,
  category,
  subcategory,
  vendor: { internal: true },
  ...(hasDenominations && { denominations: [{ id: `${id}-d`, min: String(min), max: text(max) }] }),
});

export const sortProducts = (products: Product[], direction: string | null) =>
  products.toSorted((one, other) => (direction === "desc" ? other.min - one.min : one.min - other.min));

/** A page of products; `wrap` puts them where the call has them. `emptyResults` decides an empty page. */
export function listProducts(
  products: Product[],
  query: URLSearchParams,
  wrap: (page: object[]) => object,
  { emptyResults, mostPerPage }: Pick<Quirks, "emptyResults" | "mostPerPage">,
): object {
  const subcategories = [...query.getAll("subcategories"), ...query.getAll("subcategories[]")].flatMap((value) =>
    value.split(","),
  );
  const found = products.filter(
    ({ category, subcategory, min, max }) =>
      (!query.get("category") || category.id === query.get("category")) &&
      (subcategories.filter(Boolean).length === 0 || subcategories.includes(subcategory.id)) &&
      max >= Number(query.get("price_min") ?? 0) &&
      min <= Number(query.get("price_max") || Infinity),
  );
  const [page, size] = [Number(query.get("page") ?? 1), Math.min(Number(query.get("perPage") ?? 8), mostPerPage)];
  const next = found.length > page * size ? `http://internal:8000/products/?page=${page + 1}` : null;
  const count = String(found.length);
  if (found.length > 0) return { ...wrap(found.slice((page - 1) * size, page * size).map(wireProduct)), next, count };
  if (emptyResults === "missing") return { count };
  return emptyResults === "null" ? { results: null, next, count } : { ...wrap([]), next, count };
}
