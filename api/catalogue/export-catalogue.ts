import { toRupees } from "../domain/pricing.ts";
import { readTranslations } from "../domain/translations.ts";
import { drawnCard, listProductRows, listShelves } from "../repositories/catalogue/catalogue-rows.ts";
import { listSources } from "../repositories/suppliers/product-sources.ts";
import type { Shop } from "../shop/shop.ts";
import { toTranslations } from "./product-change.ts";

/** Exports the catalogue for `importCatalogue`, amounts in rupees. Importing it again changes nothing. */
export async function exportCatalogue({ db }: Shop) {
  const { categories, subcategories } = await listShelves(db.read);
  const products = await listProductRows(db.read);
  const sourcesOf = Map.groupBy(await listSources(db.read), ({ productId }) => productId);
  return {
    categories: categories.map((category) => ({
      ...shelfOf(category),
      subcategories: subcategories.filter(({ category_id }) => category_id === category.id).map(shelfOf),
    })),
    products: products.map((product) => ({
      sku: product.sku,
      name: product.name,
      subcategory: product.subcategory_key,
      denominations: product.denominations.map(({ min, max }) =>
        min === max ? toRupees(min) : { min: toRupees(min), max: toRupees(max) },
      ),
      price_mrp: toRupees(product.price_mrp),
      is_available: product.is_available === 1,
      // A drawn card is not part of the catalogue, because it derives from the row.
      ...(product.image_url === drawnCard(product.id) ? {} : { image_url: product.image_url }),
      details: product.details,
      terms_and_conditions: product.terms_and_conditions,
      how_to_use: product.how_to_use,
      validity_days: product.validity_days,
      ...toTranslations(readTranslations(product.translations)),
      ...(sourcesOf.has(product.id) && {
        sources: sourcesOf.get(product.id)!.map(({ supplier, sku }) => ({ supplier, sku })),
      }),
    })),
  };
}

const shelfOf = ({ key, name, translations }: { key: string; name: string; translations: string }) => ({
  key,
  name,
  ...toTranslations(readTranslations(translations)),
});
