import { data, href, redirectDocument, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { sessionContext } from "#app/context.ts";

import { explain, valueOf } from "../answers.server.ts";
import { staffApiContext } from "../context.server.ts";
import { BrandSchema, ProblemsSchema } from "./brand-answer.ts";
import { applyForm, problemOf, typedIn } from "./fields.ts";
import type { Section } from "./sections.ts";

const SavedSchema = z.object({ problems: ProblemsSchema, seen: z.string() });

type Saving = { request: Request; context: Readonly<RouterContextProvider>; url: URL; brand: string };

/**
 * Saves the draft; what is wrong with it is told beside its fields, and loses nothing. A form with `stay` (elements/console/live-preview.ts)
 * gets its page in any case.
 */
export async function saveSection({ fields, title }: Section, { request, context, url, brand }: Saving) {
  const form = await request.formData();
  const stays = form.has("stay");
  const api = context.get(staffApiContext);
  const path = `brands/${brand}/brand`;
  const { draft, files } = valueOf(await api.get(path, BrandSchema), url);
  const seen = String(form.get("seen"));
  const body = { files: applyForm(draft?.files ?? files, fields, form), seen };
  const saved = await api.post(`${path}/draft`, SavedSchema, body);
  const values = fields.map((field) => typedIn(form, field));
  if (!saved.ok) return data({ values, seen, problems: {}, text: explain(saved.error).text, stays }, 400);
  const { problems } = saved.value;
  if (fields.some((field) => problemOf(problems, field)))
    return data({ values, ...saved.value, text: "The draft is saved. It cannot be published like this.", stays }, 400);
  if (stays) return data({ values, ...saved.value, text: "The draft is saved.", stays }, 200);
  context.get(sessionContext).setFlash({ kind: "success", text: `The draft is saved: ${title}.` });
  return redirectDocument(href("/brands/:brand/brand", { brand }), 303);
}
