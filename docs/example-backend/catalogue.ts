// Twenty cards of two categories, which take the place of a database.

export const CATEGORIES = ["Food", "Travel"].map((name, index) => ({ id: index + 1, name }));
const TEXTS = { details: "<p>A card.</p>", terms_and_conditions: "<p>Once.</p>", how_to_use: "<p>Show it.</p>" };
export const PRODUCTS = Array.from({ length: 20 }, (_, index) => {
  const [id, price, category] = [index + 1, 100 + 50 * ((index * 7) % 20), CATEGORIES[index % 2]!];
  const prices = { price, price_mrp: price, denominations: [{ id, min: price, max: price }], is_available: true };
  return { id, name: `Example Card ${id}`, image_url: null, category, subcategory: category, ...TEXTS, ...prices };
});

/** A page of the cards that a query asks for. */
export function listProducts(query: URLSearchParams, products = PRODUCTS) {
  const number = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise);
  const wanted = [query.get("subcategories")?.split(",") ?? [], query.getAll("subcategories[]")].flat();
  const found = products
    .filter(({ category }) => !query.has("category") || String(category.id) === query.get("category"))
    .filter(({ subcategory }) => wanted.length === 0 || wanted.includes(String(subcategory.id)))
    .filter(({ price }) => price >= number("price_min", 0) && price <= number("price_max", Infinity));
  const [page, perPage] = [number("page", 1), number("perPage", 8)];
  const next = page * perPage < found.length ? String(page + 1) : null;
  return { results: found.slice((page - 1) * perPage, page * perPage), next, count: found.length };
}
