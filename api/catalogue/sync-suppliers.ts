import type { SupplierProduct } from "../ports/voucher-supplier.ts";
import { listSourceSuppliers } from "../repositories/suppliers/product-sources.ts";
import type { Shop } from "../shop/shop.ts";
import {
  applyDifferences,
  type CataloguePlace,
  compareNext,
  type Difference,
  PRODUCTS,
  readCataloguePage,
} from "./compare-suppliers.ts";

/**
 * Compares every product's sources with the suppliers' catalogues; with `apply` it stores the results. Prices, names and
 * denominations of products stay as the operator wrote them. The console does the same as a job (jobs/supplier-job.ts).
 * @throws Unreachable, MissingSecret
 */
export async function syncSuppliers(shop: Shop, { apply }: { apply: boolean }): Promise<Difference[]> {
  const { db } = shop;
  const catalogues = await readCatalogues(shop);
  const differences: Difference[] = [];
  for (let after = 0; ;) {
    const found = await compareNext(db.read, after, async () => ({ supplier, sku }) => {
      if (!shop.suppliers.has(supplier)) return "unnamed";
      const sold = catalogues.get(supplier);
      return sold && (sold.get(sku) ?? "not sold");
    });
    if (found === undefined) break;
    differences.push(...found.differences);
    after = found.last;
  }
  if (apply) {
    await db.transaction(async (tx) => {
      for (let start = 0; start < differences.length; start += PRODUCTS)
        await applyDifferences(tx, differences.slice(start, start + PRODUCTS));
    });
    await db.announceCatalogue();
  }
  return differences;
}

/** The catalogues of all suppliers that products name, by supplier and SKU. */
async function readCatalogues({ db, suppliers }: Shop) {
  const catalogues = new Map<string, Map<string, SupplierProduct>>();
  for (const name of await listSourceSuppliers(db.read)) {
    const supplier = suppliers.get(name);
    if (supplier === undefined) continue;
    const sold = new Map<string, SupplierProduct>();
    let place: CataloguePlace | null = null;
    do {
      const page: Awaited<ReturnType<typeof readCataloguePage>> = await readCataloguePage(supplier, place);
      for (const product of page.products) sold.set(product.sku, product);
      place = page.next;
    } while (place !== null);
    catalogues.set(name, sold);
  }
  return catalogues;
}
