import type { CommerceBackend } from "#app/commerce/backend.server.ts";
import { LONG_PAGE, readPages } from "#app/commerce/catalogue-pages.server.ts";
import type { CommerceClient } from "#app/commerce/client.server.ts";
import { type Result, succeed } from "#app/commerce/result.ts";
import type { Product } from "#app/commerce/types.ts";

const DEADLINE_MS = 5_000;

/**
 * Finds a product by its id; null if there is none. Without `features.productById` it looks through recent lists and
 * searches, then the whole catalogue. Running out of time is an error, because the product may exist.
 */
export async function findProduct(
  commerce: CommerceClient,
  backend: CommerceBackend,
  { id, name }: { id: string; name: string | null },
): Promise<Result<Product | null>> {
  if (backend.tenant.features.productById) return commerce.getProductById(id);
  const seen = commerce.findSeenProduct(id);
  if (seen) return succeed(seen);
  const isWanted = (candidate: Product) => candidate.id === id;

  if (name) {
    const found = await commerce.search(name);
    const product = found.ok && found.value.find(isWanted);
    if (product) return succeed(product);
  }
  if (commerce.wasMissed(id)) return succeed(null);
  const read = (page: number) => commerce.listProducts({ subcategories: [], sort: "recommended", page }, LONG_PAGE);
  for await (const list of readPages(read, DEADLINE_MS)) {
    if (!list.ok) return list;
    const product = list.value.products.find(isWanted);
    if (product) return succeed(product);
  }
  commerce.noteMissed(id);
  return succeed(null);
}
