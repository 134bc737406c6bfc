import { randomUUID } from "node:crypto";

import { data, href } from "react-router";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandWith } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { withHint } from "../fields/picture-upload.ts";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/new-product";
import { ProductForm } from "./product-form.tsx";
import { ProductProblem } from "./product-problem.tsx";
import { CategoriesSchema, type ProductValues } from "./responses.ts";
import { saveProduct } from "./save.server.ts";

const EMPTY: ProductValues = {
  sku: "",
  name: "",
  subcategory: "",
  denominations: "",
  price_mrp: "",
  image_url: "",
  made_from: "",
  details: "",
  terms_and_conditions: "",
  how_to_use: "",
  validity_days: "365",
  translations: {},
  is_available: true,
};

export async function loader({ context, params: { brand }, url }: Route.LoaderArgs) {
  const shelves = valueOf(await context.get(staffApiContext).get(`brands/${brand}/categories`, CategoriesSchema), url);
  return { brand: brandWith(context.get(meContext), brand, "catalogue.edit"), ...shelves, formId: randomUUID() };
}

export async function action({ request, context, params: { brand } }: Route.ActionArgs) {
  const form = await request.formData();
  const saved = await saveProduct(context.get(staffApiContext), brand, `brands/${brand}/products`, form);
  if (saved.problem !== null) return data(saved, 400);
  const page = href("/brands/:brand/products/:sku", { brand, sku: saved.typed.sku });
  const text = `The product is added with the SKU ${saved.typed.sku}. Import its stock next.`;
  return sayDone(context, withHint(text, saved.hint), page);
}

export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, categories, languages, formId } = loaderData;
  const values = actionData?.typed ?? EMPTY;
  return (
    <>
      <PageTitle title="New product" brand={brand.name} />
      {actionData?.problem && <ProductProblem problem={actionData.problem} languages={languages} />}
      <ProductForm
        brand={brand.id}
        values={{ ...values, form: values.form || formId }}
        categories={categories}
        languages={languages}
        fields={actionData?.problem?.fields ?? {}}
        pictureHint={actionData?.hint}
        isNew
      />
    </>
  );
}
