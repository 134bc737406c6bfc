import { LONG_PAGE, readPages } from "#app/commerce/catalogue-pages.server.ts";
import type { CommerceClient } from "#app/commerce/client.server.ts";
import type { CommerceHost } from "#app/commerce/backend.server.ts";
import { succeed, type Result } from "#app/commerce/result.ts";
import type { Product } from "#app/commerce/types.ts";

const DEADLINE_MS = 5_000;

/**
 * One product by its id, or null. Section 7 has no call for that, so: the host's extension where it has one, else what
 * lists and searches have shown lately, else a search by the name that the link carried, else the catalogue page by
 * page. One that has not turned up when the time is over is a failure: it may still be there.
 */
export async function findProduct(
  commerce: CommerceClient,
  host: CommerceHost,
  { id, name }: { id: string; name: string | null },
): Promise<Result<Product | null>> {
  if (host.tenant.features.productById) return commerce.getProductById(id);
  const seen = commerce.findSeenProduct(id);
  if (seen) return succeed(seen);
  const isWanted = (candidate: Product) => candidate.id === id;

  if (name) {
    const found = await commerce.search(name);
    const product = found.ok && found.value.find(isWanted);
    if (product) return succeed(product);
  }
  if (host.missingProducts.has(id)) return succeed(null);
  const read = (page: number) => commerce.listProducts({ subcategories: [], sort: "recommended", page }, LONG_PAGE);
  for await (const list of readPages(read, DEADLINE_MS)) {
    if (!list.ok) return list;
    const product = list.value.products.find(isWanted);
    if (product) return succeed(product);
  }
  host.missingProducts.set(id, true);
  return succeed(null);
}
