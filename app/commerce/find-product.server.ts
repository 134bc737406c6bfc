import type { CommerceClient } from "./client.server.ts";
import type { CommerceHost } from "./host.server.ts";
import { succeed, type Result } from "./result.ts";
import type { Product } from "./types.ts";

const MAX_PAGES = 5;

/**
 * One product by its id, or null. Section 7 has no call for that, so: the host's extension where it has one, else what
 * lists and searches have shown lately, else a search by the name that the link carried, else the first pages of the
 * catalogue.
 */
export async function findProduct(
  commerce: CommerceClient,
  host: CommerceHost,
  { id, name }: { id: string; name: string | null },
): Promise<Result<Product | null>> {
  if (host.tenant.features.productById) return commerce.getProductById(id);
  const seen = commerce.findSeenProduct(id);
  if (seen) return succeed(seen);

  if (name) {
    const found = await commerce.search(name);
    const product = found.ok && found.value.find((candidate) => candidate.id === id);
    if (product) return succeed(product);
  }
  for (let page = 1; page <= MAX_PAGES; page++) {
    const list = await commerce.listProducts({ subcategories: [], sort: "recommended", page });
    if (!list.ok) return list;
    const product = list.value.products.find((candidate) => candidate.id === id);
    if (product) return succeed(product);
    if (!list.value.hasMore) break;
  }
  return succeed(null);
}
