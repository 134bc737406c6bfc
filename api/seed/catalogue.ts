import type { Writer } from "../db/database.ts";
import { keyOf } from "../domain/catalogue-keys.ts";
import { createRandom } from "../domain/random.ts";
import type { Translations } from "../domain/translations.ts";
import {
  createCategory,
  createProduct,
  createSubcategory,
  type NewProduct,
} from "../repositories/catalogue/catalogue.ts";
import type { Brand } from "./brands/brand.ts";
import { HINDI_MERCHANTS } from "./hindi/pool.ts";
import { HINDI_SHELVES } from "./hindi/shelves.ts";
import type { Merchant } from "./merchants/merchant.ts";
import { MERCHANTS } from "./merchants/pool.ts";
import { type Choice, chooseTemplates, describe } from "./texts/describe.ts";
import { ENGLISH } from "./texts/english.ts";
import { HINDI } from "./texts/hindi.ts";

export type SeededProduct = { id: number; name: string; denominations: NewProduct["denominations"] };

/** Adds the brand's categories and products without stock, and returns the products in the brand's order. */
export async function seedCatalogue(tx: Writer, brand: Brand): Promise<SeededProduct[]> {
  const subcategoryOf = new Map<string, number>();
  for (const category of brand.categories) {
    const categoryId = await createCategory(tx, category.name, keyOf(category.name), shelfInHindi(category.name));
    for (const { name, shelves } of category.subcategories) {
      const key = keyOf(`${category.name} ${name}`);
      const subcategoryId = await createSubcategory(tx, categoryId, name, key, shelfInHindi(name));
      for (const shelf of shelves) subcategoryOf.set(shelf, subcategoryId);
    }
  }

  const products: SeededProduct[] = [];
  for (const name of brand.products) {
    const merchant = getMerchant(name);
    const subcategoryId = subcategoryOf.get(merchant.shelf);
    if (subcategoryId === undefined) throw new Error(`no subcategory for ${name} (shelf ${merchant.shelf})`);
    const product = toProduct(merchant, subcategoryId, !brand.unavailable.includes(name));
    products.push({ id: await createProduct(tx, product), name, denominations: product.denominations });
  }
  // The URL of the drawn card contains the product's id.
  for (const { id } of products) {
    await tx
      .updateTable("products")
      .set({ image_url: `/media/cards/${id}.svg` })
      .where("id", "=", id)
      .execute();
  }
  return products;
}

export function getMerchant(name: string): Merchant {
  const merchant = MERCHANTS.get(name);
  if (merchant === undefined) throw new Error(`no merchant is called ${name}`);
  return merchant;
}

const shelfInHindi = (name: string): Translations => ({ hi: { name: HINDI_SHELVES[name] } });

const VALIDITY_DAYS = [180, 270, 365, 365, 730];

function toProduct(merchant: Merchant, subcategoryId: number, isAvailable: boolean): NewProduct {
  const random = createRandom(`product/${merchant.name}`);
  const denominations = parseAmounts(merchant.amounts);
  const validityDays = random.pick(VALIDITY_DAYS);
  const choice = chooseTemplates(random);
  return {
    name: merchant.name,
    subcategoryId,
    imageUrl: "",
    denominations,
    priceMrp: denominations[0].min,
    isAvailable,
    quantity: 0,
    ...describe({ ...merchant, validityDays }, choice, ENGLISH),
    validityDays,
    translations: { hi: inHindi({ ...merchant, validityDays }, choice) },
  };
}

function inHindi(merchant: Merchant & { validityDays: number }, choice: Choice): Translations[string] {
  const { name, pitch } = HINDI_MERCHANTS[merchant.name]!;
  const { details, termsAndConditions, howToUse } = describe({ ...merchant, name, pitch }, choice, HINDI);
  return { name, details, terms_and_conditions: termsAndConditions, how_to_use: howToUse };
}

/** Parses `100 250 500-5000` in rupees into denominations in paise. */
function parseAmounts(amounts: string): NewProduct["denominations"] {
  const [first, ...rest] = amounts.split(" ").map((amount) => {
    const [min, max = min] = amount.split("-").map((rupees) => Number(rupees) * 100);
    return { min: min!, max: max! };
  });
  return [first!, ...rest];
}
