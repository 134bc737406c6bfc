import { data } from "react-router";
import { z } from "zod";

import { siteContext } from "#app/context.ts";
import { notShown } from "#app/preview/preview.server.ts";
import { sampleCatalogue } from "#app/preview/sample-shop.server.ts";

import { explain } from "../answers.server.ts";
import { meContext, previewContext, staffApiContext } from "../context.server.ts";
import { brandIn } from "../member.ts";
import { schemeIn } from "../preview/show-draft.server.ts";
import type { Route } from "./+types/preview";
import { readProductForm, toBody } from "./save.server.ts";

const DraftSchema = z.looseObject({ id: z.number().int(), name: z.string() });

/** The shop's page of a product, as its form has it, for a frame. Nothing is saved but a picture that the form holds. */
export async function action({ request, context, params: { brand } }: Route.ActionArgs) {
  const preview = context.get(previewContext);
  const tenant = preview.findTenant(brandIn(context.get(meContext), brand).id);
  if (tenant === undefined) throw data(null, 404);
  const { origin } = context.get(siteContext);
  const api = context.get(staffApiContext);
  const form = await request.formData();
  const { typed, problem } = await readProductForm(api, brand, form);
  if (problem !== null) return notShown(problem.fields.picture ?? problem.text, origin);
  const draft = await api.post(`brands/${brand}/product-draft`, DraftSchema, toBody(typed));
  if (!draft.ok) {
    const { text, fields } = explain(draft.error);
    return notShown([text, ...Object.values(fields)].join(" "), origin);
  }
  const { id, name } = draft.value;
  const query = new URLSearchParams({ product: String(id), name });
  return preview.show({
    tenant,
    path: form.get("preview-page") === "list" ? "/" : `/shopping-cart?${query}`,
    scheme: schemeIn(form),
    origin,
    samples: sampleCatalogue([draft.value]),
  });
}
