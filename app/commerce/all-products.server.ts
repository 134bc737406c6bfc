import { LONG_PAGE, readPages } from "./catalogue-pages.server.ts";
import type { Ask } from "./read-answer.ts";
import { type Result, succeed } from "./result.ts";
import { ProductListSchema } from "./schemas/catalogue.ts";
import type { Product } from "./types.ts";

const DEADLINE_MS = 10_000;

/** Ids and names of the whole catalogue. If a later page fails or DEADLINE_MS is over, returns the products so far. */
export async function readAllProducts(ask: Ask, now = Date.now): Promise<Result<Pick<Product, "id" | "name">[]>> {
  function read(page: number) {
    const query = new URLSearchParams({ page: String(page), perPage: String(LONG_PAGE) });
    return ask({ method: "GET", path: "/products/", query }, ProductListSchema);
  }

  const names = new Map<string, string>();
  for await (const list of readPages(read, DEADLINE_MS, now)) {
    if (!list.ok && names.size === 0) return list;
    if (list.ok) for (const { id, name } of list.value.products) names.set(id, name);
  }
  return succeed([...names].map(([id, name]) => ({ id, name })));
}
