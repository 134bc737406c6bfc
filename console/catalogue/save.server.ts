import { z } from "zod";

import type { CallError } from "#app/commerce/result.ts";

import { readForm, type Typed } from "../base/form.ts";
import { explain, hasChangedMeanwhile } from "../base/responses.server.ts";
import type { StaffApi } from "../base/staff-api.server.ts";
import { readPicture } from "../fields/picture-upload.ts";
import { keptFormId } from "../ui/form-id.tsx";
import type { ProductValues } from "./responses.ts";
import { atFields, readTranslations } from "./translations.ts";

const UploadSchema = z.object({ image_url: z.string(), hint: z.string().nullable() });
const SavedSchema = z.object({ isChanged: z.boolean().optional(), sku: z.string().optional() });

type Problem = { text: string; fields: Record<string, string> };

/** The values of a product form, and its result. An uploaded picture stays chosen if another field is wrong. */
export type Saved = {
  typed: ProductValues;
  problem: Problem | null;
  hasChangedMeanwhile: boolean;
  isChanged: boolean;
  /** The API's hint for the picture that was sent. */
  hint: string | null;
};

/** Describes a failed call, with the messages by the form's fields. */
function explainForm(error: CallError): Problem {
  const { text, fields } = explain(error);
  return { text, fields: atFields(fields) };
}

/** The typed values, as the product's fields. */
const valuesOf = (typed: Typed): ProductValues => {
  const { sku = "", name = "", subcategory = "", denominations = "", price_mrp = "", image_url = "" } = typed;
  const { details = "", terms_and_conditions = "", how_to_use = "", validity_days = "", made_from = "" } = typed;
  const { new_category = "", form = "" } = typed;
  return {
    sku: sku.trim(),
    name,
    subcategory,
    denominations,
    price_mrp,
    validity_days,
    made_from,
    details,
    terms_and_conditions,
    how_to_use,
    translations: readTranslations(typed),
    new_category,
    form,
    is_available: typed.is_available !== undefined,
    small_amounts: typed.small_amounts !== undefined,
    image_url: typed.drawn === undefined ? image_url : "",
  };
};

/** The fields of a form in the API's format. Uploads the picture first. */
export async function readProductForm(api: StaffApi, brand: string, form: FormData) {
  const typed = valuesOf(readForm(form));
  const picture = await readPicture(form, "picture");
  if (picture === null) return { typed, problem: null, hint: null };
  if ("problem" in picture)
    return { typed, problem: { text: "Nothing was saved.", fields: { picture: picture.problem } }, hint: null };
  const answer = await api.post(`brands/${brand}/pictures`, UploadSchema, picture.bytes);
  if (!answer.ok) return { typed, problem: explain(answer.error), hint: null };
  const { image_url, hint } = answer.value;
  return { typed: { ...typed, image_url }, problem: null, hint };
}

/** An empty URL stands for the drawn card. Only a new product has a new category and the id of its form. */
export const toBody = ({ image_url, made_from, new_category, form, ...values }: ProductValues) => ({
  ...values,
  ...(image_url && { image_url }),
  ...(made_from ? { made_from } : { new_category, ...(form && { form }) }),
});

/** Adds the errors of the other fields to a refused picture. The check for a preview finds them. */
async function addProblems(api: StaffApi, brand: string, typed: ProductValues, problem: Problem): Promise<Problem> {
  const draft = await api.post(`brands/${brand}/product-draft`, z.unknown(), toBody(typed));
  const { fields } = draft.ok ? problem : explainForm(draft.error);
  return { ...problem, fields: { ...fields, picture: problem.fields.picture ?? problem.text } };
}

/** Saves a form. @param path the product's, or that of all products for a new one */
export async function saveProduct(api: StaffApi, brand: string, path: string, form: FormData): Promise<Saved> {
  const { typed, problem, hint } = await readProductForm(api, brand, form);
  const refused = { typed, hasChangedMeanwhile: false, isChanged: false, hint };
  if (problem !== null) return { ...refused, problem: await addProblems(api, brand, typed, problem) };
  const answer = await api.post(path, SavedSchema, toBody(typed));
  if (answer.ok) {
    const { isChanged = true, sku = typed.sku } = answer.value;
    return { ...refused, typed: { ...typed, sku }, problem: null, isChanged };
  }
  const { error } = answer;
  const kept = { ...typed, form: keptFormId(error, typed.form) };
  return { ...refused, typed: kept, problem: explainForm(error), hasChangedMeanwhile: hasChangedMeanwhile(error) };
}
