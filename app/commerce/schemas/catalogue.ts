import { z } from "zod";

import { listAnswer, listOf, mainListOf, readItems, wholeListOf } from "./lists.ts";
import {
  cardsLeft,
  flag,
  id,
  maybeId,
  maybeMoney,
  maybeText,
  money,
  optionalText,
  price,
  text,
  time,
} from "./values.ts";
import { described, listing, mayOmit, named, sentAs } from "./wire.ts";

const category = named(z.object({ id, name: text }), "Category");
const maybeCategory = category.nullable().catch(null);
const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id, "en", { numeric: true });
const subcategories = mainListOf(category).transform((list) => list.toSorted(byId));
const position = described(
  mayOmit(sentAs(z.coerce.number().catch(0), z.number())),
  "The lowest comes first. Absent: 0.",
);
const placed = named(z.object({ id, name: text, position }), "PlacedCategory");
const categories = mainListOf(placed).transform((list) =>
  list.toSorted((a, b) => a.position - b.position || byId(a, b)).map(({ position: _, ...row }) => row),
);

export const HomeSchema = z.object({ categories, subcategories });

const denomination = z
  .object({ id: maybeId, min: price, max: described(maybeMoney, "null: the same as min.") })
  .transform(({ id, min, max }) => ({ id: id ?? String(min), min, max: Math.max(min, max ?? min) }));

const stockLeft = z
  .object({
    amount: z.union([z.null(), money]),
    left: cardsLeft,
    expires_at: described(mayOmit(time), "Cards of this amount are valid at least until then. Only for a single card."),
  })
  .transform(({ amount, left, expires_at: expiresAt }) => ({ amount, left, ...(expiresAt && { expiresAt }) }));

export const ProductSchema = z
  .object({
    id,
    name: text,
    image_url: described(maybeText, "A URL on one of the brand's imageOrigins."),
    price: maybeMoney,
    price_mrp: maybeMoney,
    is_available: described(flag.catch(true), "false: the card is shown, but cannot be bought."),
    details: described(optionalText, "HTML or plain text; scripts, styles and unknown tags are dropped."),
    terms_and_conditions: described(optionalText, "As details."),
    how_to_use: described(optionalText, "As details."),
    category: maybeCategory.optional(),
    subcategory: maybeCategory.optional(),
    denominations: described(
      listOf(denomination).catch([]),
      "What can be bought: a fixed amount has min = max, a free amount min < max. Without one the card cannot be bought.",
    ),
    stock: described(
      mayOmit(listOf(stockLeft).catch([])),
      "How many cards are left of an amount. The amount null means every other amount, left null means plenty.",
    ),
  })
  .transform((wire) => ({
    id: wire.id,
    name: wire.name,
    imageUrl: wire.image_url,
    price: wire.price,
    priceMrp: wire.price_mrp,
    isAvailable: wire.is_available,
    details: wire.details,
    termsAndConditions: wire.terms_and_conditions,
    howToUse: wire.how_to_use,
    category: wire.category ?? null,
    subcategory: wire.subcategory ?? null,
    denominations: wire.denominations,
    stock: wire.stock,
  }));

const Product = named(ProductSchema, "Product");

/** GET /products/ and GET products/sort/ */
export const ProductListSchema = listing(
  listAnswer.transform(({ values, hasMore, count, counts }, context) => {
    const products = readItems(values, ProductSchema, context);
    return { products, hasMore, count: count ?? products.length, counts };
  }),
  Product,
);

/** GET /search/: taken as available; adding to the cart checks again (docs/product.md, 4.3). */
export const SearchSchema = listing(
  ProductListSchema.transform(({ products }) => products.map((product) => ({ ...product, isAvailable: true }))),
  Product,
);

export const StockNoticesSchema = wholeListOf(
  z
    .object({ product_id: id, denomination: money })
    .transform((wire) => ({ productId: wire.product_id, denomination: wire.denomination })),
);
