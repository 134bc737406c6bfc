import type { Before } from "../db/database.ts";
import type { CatalogueFile } from "../domain/files/catalogue-file.ts";
import type { Audit } from "../ports/audit.ts";
import type { ProductRow } from "../repositories/catalogue/catalogue-rows.ts";
import { findSubcategoryId } from "../repositories/catalogue/shelves.ts";
import type { Shop } from "../shop/shop.ts";
import { changeProduct, offerProduct } from "./edit-product.ts";
import { changeOf, differences, toChange } from "./product-change.ts";

// The actions of editors on a product that are also made on many at once (bulk/), with their entries in the audit.

type Call = { shop: Shop; audit: Audit };
/** Runs first in the transaction. */
/** Takes a product off sale, or offers it again. */
export const offer = ({ shop, audit }: Call, row: ProductRow, isAvailable: boolean, before?: Before) =>
  audit(
    {
      act: isAvailable ? "product.offer" : "product.take-off-sale",
      subject: row.sku,
      before: { is_available: row.is_available === 1 },
      after: { is_available: isAvailable },
    },
    () => offerProduct(shop, row.id, isAvailable, before),
  );

type Change = {
  product: CatalogueFile["products"][number];
  /** The version that the change is made from. */
  madeFrom: string;
  before?: Before;
};

/** Changes a product. @returns false if nothing differs. @throws ApiError as changeProduct */
export async function change({ shop, audit }: Call, row: ProductRow, { product, madeFrom, before }: Change) {
  const subcategoryId = await findSubcategoryId(shop.db.read, product.subcategory);
  const changed = differences(changeOf(row), toChange(product, subcategoryId ?? 0, row.id));
  if (Object.keys(changed.after).length === 0) return false;
  const act = { act: "product.change", subject: row.sku, ...changed };
  await audit(act, () => changeProduct(shop, product, madeFrom, before));
  return true;
}
