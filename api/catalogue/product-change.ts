import { createHash } from "node:crypto";

import type { CatalogueFile } from "../domain/files/catalogue-file.ts";
import { changeTranslations, readTranslations, type Translations } from "../domain/translations.ts";
import type { NewProduct, ProductChange } from "../repositories/catalogue/catalogue.ts";
import { drawnCard, type ProductRow } from "../repositories/catalogue/catalogue-rows.ts";

type Denominations = NewProduct["denominations"];

/** The fields of a product row, from a file or a form. `id` is the row's, if it exists. */
export function toChange(
  product: CatalogueFile["products"][number],
  subcategoryId: number,
  id?: number,
): ProductChange {
  const denominations = product.denominations as Denominations;
  return {
    name: product.name,
    subcategoryId,
    imageUrl: product.image_url ?? (id === undefined ? "" : drawnCard(id)),
    denominations,
    priceMrp: product.price_mrp ?? denominations[0].min,
    isAvailable: product.is_available,
    details: product.details,
    termsAndConditions: product.terms_and_conditions,
    howToUse: product.how_to_use,
    validityDays: product.validity_days,
    ...toTranslations(changeTranslations({}, product.translations)),
  };
}

/** The fields of a row that an operator may change. */
export const changeOf = (row: ProductRow): ProductChange => ({
  name: row.name,
  subcategoryId: row.subcategory_id,
  imageUrl: row.image_url,
  denominations: row.denominations as Denominations,
  priceMrp: row.price_mrp,
  isAvailable: row.is_available === 1,
  details: row.details,
  termsAndConditions: row.terms_and_conditions,
  howToUse: row.how_to_use,
  validityDays: row.validity_days,
  ...toTranslations(readTranslations(row.translations)),
});

/** A field only if there are any: the versions of states without translations do not change. */
export const toTranslations = (translations: Translations) =>
  Object.keys(translations).length > 0 ? { translations } : {};

/** Changes with each of these fields, so that a form contains the version that it was made from. */
export const versionOf = (row: ProductRow) =>
  createHash("sha256")
    .update(JSON.stringify(changeOf(row)))
    .digest("base64url")
    .slice(0, 22);

/** The name of a field in files and on the wire. */
export const wireName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The fields in which two states differ, by their names on the wire, for the audit. */
export function differences(before: ProductChange, after: ProductChange) {
  const names = (Object.keys({ ...before, ...after }) as (keyof ProductChange)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (state: ProductChange) => Object.fromEntries(names.map((name) => [wireName(name), state[name]]));
  return { before: pick(before), after: pick(after) };
}
