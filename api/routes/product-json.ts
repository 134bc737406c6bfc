import { z } from "zod";

import { pictureUrl } from "../catalogue/picture-url.ts";
import { toRupees } from "../domain/pricing.ts";
import type { Product } from "../repositories/catalogue/catalogue.ts";
import { listStockLeft } from "../repositories/stock/stock-left.ts";
import type { Shop } from "../shop/shop.ts";

/** `short=true`: the products have no texts, which no list shows. */
export const Short = z
  .literal("true")
  .optional()
  .catch(undefined)
  .transform((value) => value !== undefined);

type Options = { withEnds?: boolean; isShort?: boolean };

/**
 * Serialises products for the wire, money in rupees (docs/commerce-api.md). The optional `stock` contains the stock of each
 * amount, and under null the stock of every other amount: a number up to ten, null above. `withEnds` adds the end of the first
 * card of each amount.
 */
export async function productsJson({ tenant, db, clock }: Shop, products: Product[], options: Options = {}) {
  const ids = products.map(({ id }) => id);
  const stock = await listStockLeft(db.read, tenant, ids, clock.now(), options);
  return products.map((product) => ({
    ...productJson(product),
    ...(!options.isShort && textsJson(product)),
    stock: (stock.get(product.id) ?? []).map(({ amount, left, firstEnd }) => ({
      amount: amount === null ? null : toRupees(amount),
      left,
      ...(firstEnd !== undefined && { expires_at: new Date(firstEnd).toISOString() }),
    })),
  }));
}

const productJson = (product: Product) => ({
  id: product.id,
  name: product.name,
  image_url: pictureUrl({ ...product, category: product.category_name, imageUrl: product.image_url }),
  price: toRupees(product.price),
  price_mrp: toRupees(product.price_mrp),
  is_available: product.is_available === 1,
  quantity: product.quantity,
  category: { id: product.category_id, name: product.category_name },
  subcategory: { id: product.subcategory_id, name: product.subcategory_name },
  denominations: product.denominations.map(({ id, min, max }) => ({ id, min: toRupees(min), max: toRupees(max) })),
});

const textsJson = (product: Product) => ({
  details: product.details,
  terms_and_conditions: product.terms_and_conditions,
  how_to_use: product.how_to_use,
});
