import { toRupees } from "../domain/pricing.ts";
import type { Product } from "../repositories/catalogue.ts";

/** A product as the wire has it, money in rupees (spec, section 3). */
export const productJson = (product: Product) => ({
  id: product.id,
  name: product.name,
  image_url: product.image_url,
  price: toRupees(product.price),
  price_mrp: toRupees(product.price_mrp),
  is_available: product.is_available === 1,
  quantity: product.quantity,
  details: product.details,
  terms_and_conditions: product.terms_and_conditions,
  how_to_use: product.how_to_use,
  category: { id: product.category_id, name: product.category_name },
  subcategory: { id: product.subcategory_id, name: product.subcategory_name },
  denominations: product.denominations.map(({ id, min, max }) => ({ id, min: toRupees(min), max: toRupees(max) })),
});
