import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { notShown } from "#app/preview/preview-headers.ts";
import { sampleCatalogue } from "#app/preview/sample-shop.server.ts";
import { siteContext } from "#app/request/context.ts";

import { meContext, previewContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import type { PreviewChoices } from "../preview/pages.ts";
import { schemeIn } from "../preview/show-draft.server.ts";
import type { Route } from "./+types/preview";
import { ProductSchema, type ProductValues } from "./responses.ts";
import { readProductForm, toBody } from "./save.server.ts";

const DraftSchema = z.looseObject({
  id: z.number().int(),
  name: z.string(),
  image_url: z.string().nullable(),
  /** An SVG; null if the product has an uploaded or linked picture. */
  drawn_card: z.string().nullable(),
});

type Context = Readonly<RouterContextProvider>;

/** The shop's page of a product as it is, for a frame's first load. A new product has none yet. */
export async function loader({ context, params: { brand }, url }: Route.LoaderArgs) {
  const sku = url.searchParams.get("sku");
  if (sku === null) return notShown("Press “Show preview” to see what you typed.", context.get(siteContext).origin);
  const path = `brands/${brand}/products/${encodeURIComponent(sku)}`;
  const { product } = valueOf(await context.get(staffApiContext).get(path, ProductSchema), url);
  return show(context, brand, product, url.searchParams);
}

/** The page with a form's values. Saves only a picture. */
export async function action({ request, context, params: { brand } }: Route.ActionArgs) {
  const form = await request.formData();
  const { typed, problem } = await readProductForm(context.get(staffApiContext), brand, form);
  if (problem === null) return show(context, brand, typed, form);
  return notShown(problem.fields.picture ?? problem.text, context.get(siteContext).origin);
}

async function show(context: Context, brand: string, product: ProductValues, choices: PreviewChoices) {
  const preview = context.get(previewContext);
  const tenant = preview.findTenant(brandIn(context.get(meContext), brand).id);
  if (tenant === undefined) throw data(null, 404);
  const { origin } = context.get(siteContext);
  const chosen = choices.get("preview-language");
  const language = tenant.languages.find((code) => code === chosen) ?? tenant.languages[0]!;
  // A product may have texts in languages that the brand does not offer any more.
  const offered = Object.entries(product.translations).filter(([code]) => tenant.languages.indexOf(code) > 0);
  const body = { ...toBody(product), translations: Object.fromEntries(offered), language };
  const draft = await context.get(staffApiContext).post(`brands/${brand}/product-draft`, DraftSchema, body);
  if (!draft.ok) {
    const { text, fields } = explain(draft.error);
    return notShown([text, ...Object.values(fields)].join(" "), origin);
  }
  const { drawn_card: drawn, ...card } = draft.value;
  const { id, name, image_url: image } = card;
  const query = new URLSearchParams({ product: String(id), name });
  return preview.show({
    tenant,
    path: choices.get("preview-page") === "list" ? "/" : `/shopping-cart?${query}`,
    scheme: schemeIn(choices),
    language,
    origin,
    samples: sampleCatalogue([card]),
    ...(drawn !== null &&
      image !== null && { pictures: { [image]: { type: "image/svg+xml", data: Buffer.from(drawn) } } }),
  });
}
