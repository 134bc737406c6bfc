import { createHash } from "node:crypto";

import type { CatalogueFile } from "../domain/files/catalogue-file.ts";
import { changeTranslations, readTranslations, type Translations } from "../domain/translations.ts";
import { drawnCard, type ProductRow } from "../repositories/catalogue/catalogue-rows.ts";
import { toTranslations } from "./product-change.ts";

type FileProduct = CatalogueFile["products"][number];

/** A supplier of a product, with its own SKU. */
type WrittenSource = { supplier: string; sku: string };

/** The fields of a product that an import can change. Amounts in paise; `image_url` is null for the drawn card. */
export type ProductState = Required<Omit<FileProduct, "sku" | "image_url" | "translations">> & {
  image_url: string | null;
  translations?: Translations;
};
/** The fields of a category that an import can change; a subcategory has the key of its category, too. */
export type ShelfState = { name: string; category?: string; translations?: Translations };

type Of<What, State> = {
  what: What;
  /** The operator's key of the row. */
  key: string;
  /** Null for a new row. */
  before: State | null;
  after: State;
};
export type ProductDifference = Of<"product", ProductState>;
export type ShelfDifference = Of<"category" | "subcategory", ShelfState>;
/** A row that an import adds or changes. */
export type RowDifference = ProductDifference | ShelfDifference;

export const stateOfRow = (row: ProductRow, sources: WrittenSource[] = []): ProductState => ({
  name: row.name,
  subcategory: row.subcategory_key,
  denominations: row.denominations,
  price_mrp: row.price_mrp,
  is_available: row.is_available === 1,
  image_url: row.image_url === drawnCard(row.id) ? null : row.image_url,
  details: row.details,
  terms_and_conditions: row.terms_and_conditions,
  how_to_use: row.how_to_use,
  validity_days: row.validity_days,
  sources: sources.map(({ supplier, sku }) => ({ supplier, sku })),
  ...toTranslations(readTranslations(row.translations)),
});

/** The state of a category, or of a subcategory with the key of its category. */
export const stateOfShelf = (row: { name: string; translations: string }, category?: string): ShelfState => ({
  name: row.name,
  ...(category !== undefined && { category }),
  ...toTranslations(readTranslations(row.translations)),
});

/**
 * The state of a product after an import. `before` is the present one, and keeps the `kept` fields and the sources and
 * translations that the file does not name.
 */
export function stateOfFile(
  product: FileProduct,
  before: ProductState | null,
  kept: (keyof ProductState)[],
): ProductState {
  const after: ProductState = {
    name: product.name,
    subcategory: product.subcategory,
    denominations: product.denominations,
    price_mrp: product.price_mrp ?? product.denominations[0]!.min,
    is_available: product.is_available,
    image_url: product.image_url ?? null,
    details: product.details,
    terms_and_conditions: product.terms_and_conditions,
    how_to_use: product.how_to_use,
    validity_days: product.validity_days,
    sources: product.sources ?? before?.sources ?? [],
    ...toTranslations(changeTranslations(before?.translations ?? {}, product.translations)),
  };
  return before === null ? after : { ...after, ...Object.fromEntries(kept.map((field) => [field, before[field]])) };
}

/** The product in the form of a file. */
export const toFile = (sku: string, { image_url, ...state }: ProductState): FileProduct => ({
  sku,
  ...state,
  ...(image_url !== null && { image_url }),
});

/** Changes with each field of the state, so that an undo finds later changes. */
export const versionOfState = (state: ProductState | ShelfState) =>
  createHash("sha256").update(JSON.stringify(state)).digest("base64url").slice(0, 22);
