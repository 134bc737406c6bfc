import { z } from "zod";

import { pictureUrl } from "../card-art/picture-url.ts";
import { toRupees } from "../domain/pricing.ts";
import { translated } from "../domain/translations.ts";
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
    ...productJson(product, options),
    stock: (stock.get(product.id) ?? []).map(({ amount, left, firstEnd }) => ({
      amount: amount === null ? null : toRupees(amount),
      left,
      ...(firstEnd !== undefined && { expires_at: new Date(firstEnd).toISOString() }),
    })),
  }));
}

function productJson(product: Product, { isShort }: Options) {
  const { id, image_url: imageUrl, category_name: category } = product;
  const { name, ...texts } = translated(product);
  return {
    id,
    name,
    image_url: pictureUrl({ id, imageUrl, category, name: product.name, written: name }),
    price: toRupees(product.price),
    price_mrp: toRupees(product.price_mrp),
    is_available: product.is_available === 1,
    quantity: product.quantity,
    category: shelfJson(product.category_id, product.category_name, product.category_translations),
    subcategory: shelfJson(product.subcategory_id, product.subcategory_name, product.subcategory_translations),
    denominations: product.denominations.map(({ id, min, max }) => ({ id, min: toRupees(min), max: toRupees(max) })),
    ...(!isShort && {
      details: texts.details,
      terms_and_conditions: texts.terms_and_conditions,
      how_to_use: texts.how_to_use,
    }),
  };
}

const shelfJson = (id: number, name: string, translations: string) => ({
  id,
  name: translated({ name, translations }).name,
});
