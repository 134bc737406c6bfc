import { data } from "react-router";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { readForm } from "../base/form.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { withHint } from "../fields/picture-upload.ts";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/product";
import { actOnProduct } from "./actions.server.ts";
import { setAlert } from "./alert.server.ts";
import { Conflict } from "./conflict.tsx";
import { ProductDetails } from "./product-details.tsx";
import { ProductForm } from "./product-form.tsx";
import { ProductProblem } from "./product-problem.tsx";
import { CategoriesSchema, ProductSchema } from "./responses.ts";
import { saveProduct } from "./save.server.ts";

const pathOf = ({ brand, sku }: { brand: string; sku: string }) =>
  `brands/${brand}/products/${encodeURIComponent(sku)}`;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const api = context.get(staffApiContext);
  const [product, shelves] = await Promise.all([
    api.get(pathOf(params), ProductSchema),
    api.get(`brands/${params.brand}/categories`, CategoriesSchema),
  ]);
  return {
    brand: brandIn(context.get(meContext), params.brand),
    shown: valueOf(product, url),
    ...valueOf(shelves, url),
  };
}

const NOTHING = { alert: null, saved: null, problem: null };

/** Saves the form, sets the product's alert, or carries out a one-press action. */
export async function action({ request, context, params, url }: Route.ActionArgs) {
  const api = context.get(staffApiContext);
  const form = await request.formData();
  const act = form.get("act");
  if (act === "alert") {
    const alert = await setAlert(context, pathOf(params), readForm(form), url);
    return alert instanceof Response ? alert : data({ ...NOTHING, alert }, 400);
  }
  if (act !== "save") {
    const problem = await actOnProduct(context, params.brand, readForm(form), url);
    return problem instanceof Response ? problem : data({ ...NOTHING, problem }, 400);
  }
  const saved = await saveProduct(api, params.brand, pathOf(params), form);
  if (saved.problem !== null)
    return data({ ...NOTHING, saved, problem: saved.problem.text }, saved.hasChangedMeanwhile ? 409 : 400);
  const text = saved.isChanged ? "The product is saved. The shop shows it within a second." : "Nothing was changed.";
  return sayDone(context, withHint(text, saved.hint), url.pathname);
}

export default function Product({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, shown, categories, languages } = loaderData;
  const saved = actionData?.saved;
  const values = valuesOf(saved, shown);
  return (
    <>
      <PageTitle title={shown.product.name} brand={brand.name} />
      {saved?.hasChangedMeanwhile ? (
        <Conflict typed={values} saved={shown.product} languages={languages} />
      ) : (
        actionData?.problem && (
          <ProductProblem problem={saved?.problem ?? { text: actionData.problem, fields: {} }} languages={languages} />
        )
      )}
      <div className="product-page">
        <ProductDetails brand={brand} shown={shown} alert={actionData?.alert ?? null} />
        {brand.permissions.includes("catalogue.edit") && (
          <section aria-labelledby="edit-title">
            <h2 id="edit-title">Edit</h2>
            <ProductForm
              brand={brand.id}
              values={values}
              categories={categories}
              languages={languages}
              fields={saved?.problem?.fields ?? {}}
              pictureHint={saved?.hint}
            />
          </section>
        )}
      </div>
    </>
  );
}

type Page = Route.ComponentProps;

/**
 * The typed values, if a save was refused. A form may replace another member's change only after its sender has seen that change.
 */
function valuesOf(
  saved: NonNullable<Page["actionData"]>["saved"] | undefined,
  { product }: Page["loaderData"]["shown"],
) {
  if (!saved) return product;
  const madeFrom = saved.hasChangedMeanwhile ? product.made_from : saved.typed.made_from;
  return { ...saved.typed, sku: product.sku, made_from: madeFrom };
}
