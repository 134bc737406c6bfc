import { randomUUID } from "node:crypto";

import { data } from "react-router";
import { z } from "zod";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { readForm, type Typed } from "../base/form.ts";
import { brandIn } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { keptFormId } from "../ui/form-id.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/categories";
import { CategoriesSchema } from "./responses.ts";
import { Shelf } from "./shelf.tsx";
import { NewShelfForm } from "./shelf-forms.tsx";
import { atFields, readTranslations, withoutTranslations } from "./translations.ts";

const DONE: Record<string, string> = {
  add: "It is added.",
  change: "It is saved. The shop shows it within a second.",
  delete: "It is deleted.",
  move: "It is moved. The shop shows it within a second.",
};

/** The form that undoes a sent one. */
const undoOf = ({ act = "", path = "", direction }: Typed, action: string) =>
  act === "move" ? { action, fields: { act, path, direction: direction === "up" ? "down" : "up" } } : undefined;

export async function loader({ context, params: { brand }, url }: Route.LoaderArgs) {
  const shelves = await context.get(staffApiContext).get(`brands/${brand}/categories`, CategoriesSchema);
  return { brand: brandIn(context.get(meContext), brand), ...valueOf(shelves, url), formId: randomUUID() };
}

/** The field `path` of each form is its call's path, below "categories" or "subcategories". */
export async function action({ request, context, params: { brand }, url }: Route.ActionArgs) {
  const sent = readForm(await request.formData());
  const { act = "", path = "", ...typed } = sent;
  if (!/^(categories|subcategories)(\/[\w.-]+){0,2}$/.test(path) || !Object.hasOwn(DONE, act)) throw data(null, 400);
  const body = { ...withoutTranslations(typed), translations: readTranslations(typed) };
  const answer = await context.get(staffApiContext).post(`brands/${brand}/${path}`, z.unknown(), body);
  if (answer.ok) return sayDone(context, DONE[act]!, url.pathname, undoOf(sent, url.pathname));
  const kept = { ...typed, form: keptFormId(answer.error, typed.form) };
  const { text, fields } = explain(answer.error);
  return data({ path, typed: kept, problem: { text, fields: atFields(fields) } }, 400);
}

export default function CategoriesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, categories, languages, formId } = loaderData;
  const mayEdit = brand.permissions.includes("catalogue.edit");
  const refused = actionData ?? null;
  return (
    <>
      <PageTitle title="Categories" brand={brand.name} />
      {refused && <Refusal {...refused.problem} />}
      {categories.length === 0 && <p className="empty">No categories yet. Each product is in a subcategory of one.</p>}
      {categories.map((category) => (
        <Shelf
          key={category.key}
          category={category}
          categories={categories}
          languages={languages}
          mayEdit={mayEdit}
          refused={refused}
          formId={formId}
          brand={brand.id}
        />
      ))}
      {mayEdit && (
        <NewShelfForm
          path="categories"
          title="Add a category"
          languages={languages}
          refused={refused}
          formId={formId}
        />
      )}
    </>
  );
}
