import { z } from "zod";

import { explain, hasChangedMeanwhile } from "../answers.server.ts";
import { readPicture } from "../fields/picture-upload.ts";
import { readForm, type Typed } from "../form.ts";
import { keptFormId } from "../form-id.tsx";
import type { StaffApi } from "../staff-api.server.ts";
import type { ProductValues } from "./answers.ts";

const UploadSchema = z.object({ image_url: z.string() });
const SavedSchema = z.object({ isChanged: z.boolean().optional(), sku: z.string().optional() });

type Problem = { text: string; fields: Record<string, string> };

/** What a form of a product had, and what became of it. A picture that arrived stays chosen when another field is wrong. */
export type Saved = { typed: ProductValues; problem: Problem | null; hasChangedMeanwhile: boolean; isChanged: boolean };

/** What is typed, as the product's fields. */
const valuesOf = (typed: Typed): ProductValues => {
  const { sku = "", name = "", subcategory = "", denominations = "", price_mrp = "", image_url = "" } = typed;
  const { details = "", terms_and_conditions = "", how_to_use = "", validity_days = "", made_from = "" } = typed;
  const { new_category = "", form = "" } = typed;
  return {
    ...{ sku: sku.trim(), name, subcategory, denominations, price_mrp, validity_days, made_from },
    ...{ details, terms_and_conditions, how_to_use, new_category, form },
    is_available: typed.is_available !== undefined,
    image_url: typed.drawn === undefined ? image_url : "",
  };
};

/** The fields of a form as the API takes them; its picture is uploaded first. */
export async function readProductForm(api: StaffApi, brand: string, form: FormData) {
  const typed = valuesOf(readForm(form));
  const picture = await readPicture(form, "picture");
  if (picture === null) return { typed, problem: null };
  if ("problem" in picture)
    return { typed, problem: { text: "Nothing was saved.", fields: { picture: picture.problem } } };
  const answer = await api.post(`brands/${brand}/pictures`, UploadSchema, picture.bytes);
  if (answer.ok) return { typed: { ...typed, ...answer.value }, problem: null };
  return { typed, problem: explain(answer.error) };
}

/** An empty URL is the drawn card. Only a new product has a new category and the id of its form. */
export const toBody = ({ image_url, made_from, new_category, form, ...values }: ProductValues) => ({
  ...values,
  ...(image_url && { image_url }),
  ...(made_from ? { made_from } : { new_category, ...(form && { form }) }),
});

/** A refused picture with what is wrong with the other fields, as the check for a preview finds it. */
async function addProblems(api: StaffApi, brand: string, typed: ProductValues, problem: Problem): Promise<Problem> {
  const draft = await api.post(`brands/${brand}/product-draft`, z.unknown(), toBody(typed));
  const { fields } = draft.ok ? problem : explain(draft.error);
  return { ...problem, fields: { ...fields, picture: problem.fields.picture ?? problem.text } };
}

/** Saves what a form holds. @param path the product's, or that of all products for a new one */
export async function saveProduct(api: StaffApi, brand: string, path: string, form: FormData): Promise<Saved> {
  const { typed, problem } = await readProductForm(api, brand, form);
  const refused = { typed, hasChangedMeanwhile: false, isChanged: false };
  if (problem !== null) return { ...refused, problem: await addProblems(api, brand, typed, problem) };
  const answer = await api.post(path, SavedSchema, toBody(typed));
  if (answer.ok) {
    const { isChanged = true, sku = typed.sku } = answer.value;
    return { typed: { ...typed, sku }, problem: null, hasChangedMeanwhile: false, isChanged };
  }
  const { error } = answer;
  const kept = { ...typed, form: keptFormId(error, typed.form) };
  return { ...refused, typed: kept, problem: explain(error), hasChangedMeanwhile: hasChangedMeanwhile(error) };
}
