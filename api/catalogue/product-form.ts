import { z } from "zod";

import { writeDenominations } from "../domain/denominations.ts";
import { CatalogueProduct, Rupees } from "../domain/files/catalogue-file.ts";
import { toRupees } from "../domain/pricing.ts";
import { readTranslations } from "../domain/translations.ts";
import type { ProductRow } from "../repositories/catalogue/catalogue-rows.ts";
import { versionOf } from "./product-change.ts";

const OptionalRupees = z.preprocess((text) => (String(text).trim() === "" ? undefined : text), Rupees.optional());

const Days = z
  .string()
  .trim()
  .regex(/^\d{1,5}$/, { error: "Write a number of days, such as 365." })
  .transform((text): unknown => text)
  .pipe(CatalogueProduct.shape.validity_days.unwrap());

/** Browsers send CR LF. */
const withPlainLines = (text: string) => text.replaceAll("\r\n", "\n");

const Prose = (field: "details" | "terms_and_conditions" | "how_to_use") =>
  z.string().transform(withPlainLines).pipe(CatalogueProduct.shape[field].unwrap());

const GivenTexts = z.record(z.string(), z.record(z.string(), z.string().transform(withPlainLines)));

/** A product as in the console's form: all values are texts, amounts in rupees. It becomes a product of a catalogue file. */
export const ProductForm = CatalogueProduct.omit({ sources: true }).extend({
  price_mrp: OptionalRupees,
  validity_days: Days,
  details: Prose("details"),
  terms_and_conditions: Prose("terms_and_conditions"),
  how_to_use: Prose("how_to_use"),
  translations: GivenTexts.pipe(CatalogueProduct.shape.translations.unwrap()).optional(),
});

/** An empty text, or one that `schema` accepts. */
const orEmpty = (schema: z.ZodType) =>
  z
    .string()
    .trim()
    .default("")
    .superRefine((text, context) => {
      const problem = text === "" ? undefined : schema.safeParse(text).error?.issues[0];
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem.message });
    });

/** A new product: an empty SKU is made from the name, and a new category may take the place of a subcategory. */
export const NewProductForm = ProductForm.extend({
  sku: orEmpty(CatalogueProduct.shape.sku),
  subcategory: orEmpty(CatalogueProduct.shape.subcategory),
  new_category: orEmpty(CatalogueProduct.shape.name),
});

/** A product as its form shows it, with the version that the form is made from. */
export const toForm = (row: ProductRow) => ({
  sku: row.sku,
  name: row.name,
  subcategory: row.subcategory_key,
  denominations: writeDenominations(row.denominations),
  price_mrp: String(toRupees(row.price_mrp)),
  is_available: row.is_available === 1,
  image_url: row.image_url,
  details: row.details,
  terms_and_conditions: row.terms_and_conditions,
  how_to_use: row.how_to_use,
  validity_days: String(row.validity_days),
  translations: readTranslations(row.translations),
  made_from: versionOf(row),
});
