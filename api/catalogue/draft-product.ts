import { ApiError } from "../base/error.ts";
import { drawCard, merchantOf } from "../card-art/card-art.ts";
import type { Reader } from "../db/database.ts";
import type { CatalogueFile } from "../domain/files/catalogue-file.ts";
import { translated } from "../domain/translations.ts";
import {
  findProduct,
  type Product,
  productColumns,
  selectShelves,
  type Shelf,
} from "../repositories/catalogue/catalogue.ts";
import { drawnCard, listProductRows } from "../repositories/catalogue/catalogue-rows.ts";
import { findSubcategoryId } from "../repositories/catalogue/shelves.ts";
import type { Shop } from "../shop/shop.ts";
import { toChange } from "./product-change.ts";

type Form = CatalogueFile["products"][number] & { new_category: string };

/** A product as it would be if the form were saved. A new one has the id 0. @throws ApiError 400 */
export async function draftProduct({ db: { read } }: Shop, form: Form): Promise<Product> {
  const [row] = form.sku === "" ? [] : await listProductRows(read, [form.sku]);
  const shelf = await findShelf(read, form);
  const change = toChange(form, shelf.id, row?.id);
  return {
    ...((row && (await findProduct(read, row.id))) ?? UNSAVED),
    ...productColumns(change, shelf),
    sku: form.sku,
    image_url: change.imageUrl || drawnCard(UNSAVED.id),
    category_name: shelf.category,
    category_translations: shelf.category_translations ?? "{}",
    subcategory_name: shelf.subcategory,
    subcategory_translations: shelf.subcategory_translations ?? "{}",
    denominations: change.denominations.map((range, id) => ({ ...range, id, product_id: row?.id ?? 0 })),
  };
}

/** The card that the shop would draw in the current language, as SVG; null if the product has an uploaded or linked picture. */
export const drawDraft = async (product: Product) =>
  product.image_url === drawnCard(product.id)
    ? drawCard({
        merchant: merchantOf(product.name),
        written: merchantOf(translated(product).name),
        category: product.category_name,
        crop: "card",
      })
    : null;

/** The product's place in the catalogue. A category that was only typed does not exist yet. */
async function findShelf(read: Reader, { subcategory, new_category: name }: Form): Promise<Shelf & { id: number }> {
  if (name !== "") return { id: 0, category_id: 0, category: name, subcategory: name };
  const id = await findSubcategoryId(read, subcategory);
  if (id === undefined) throw new ApiError(400, "Choose a category, or type a new one.");
  return selectShelves(read).where("subcategories.id", "=", id).executeTakeFirstOrThrow();
}

const UNSAVED = {
  id: 0,
  quantity: 0,
  position: 0,
  changed_at: 0,
  free_cards: 0,
  alert_below: null,
  low_since: null,
  stock_check_at: null,
};
