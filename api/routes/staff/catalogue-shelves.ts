import { z } from "zod";

import { notFound } from "../../base/error.ts";
import {
  addCategory,
  addSubcategory,
  changeSubcategory,
  deleteShelf,
  moveCategory,
  renameCategory,
} from "../../catalogue/edit-shelves.ts";
import { toTranslations } from "../../catalogue/product-change.ts";
import { keyOf } from "../../domain/catalogue-keys.ts";
import { Key, Name, ShelfTranslations } from "../../domain/files/catalogue-file.ts";
import { readTranslations, type Translations } from "../../domain/translations.ts";
import { FormId } from "../../forms/make-once.ts";
import { parseBody } from "../../http/parse.ts";
import { listShelves } from "../../repositories/catalogue/catalogue-rows.ts";
import { auditOnce, type BrandCall, type BrandRoute } from "../brand-route.ts";
import { refuseOwnLanguage } from "./offered-languages.ts";

const NameForm = z.object({ name: Name, translations: ShelfTranslations.optional() });
/** An empty key is made from the name. */
const NewForm = NameForm.extend({ key: z.string().trim().default(""), form: FormId })
  .transform(({ key, ...rest }) => ({ ...rest, key: key === "" ? keyOf(rest.name) : key }))
  .pipe(NameForm.extend({ key: Key, form: FormId }));
const MoveForm = z.object({ direction: z.enum(["up", "down"]) });
const SubcategoryForm = NameForm.extend({ category: Key });

async function shelfOf({ shop, req }: BrandCall, table: "categories" | "subcategories") {
  const shelves = await listShelves(shop.db.read);
  const found = shelves[table].find(({ key }) => key === req.params.key);
  if (found === undefined) throw notFound();
  const category = "category_id" in found && shelves.categories.find(({ id }) => id === found.category_id)!.key;
  return { ...found, category, categories: shelves.categories };
}

/** The form of a call. @throws ApiError 400, also for a name in the catalogue's own language among the translations */
function readNames<Form extends { translations?: Translations | undefined }>(schema: z.ZodType<Form>, call: BrandCall) {
  const form = parseBody(schema, call.req);
  refuseOwnLanguage(call, form.translations);
  return form;
}

const namesOf = ({ name, translations }: { name: string; translations: string }) => ({
  name,
  ...toTranslations(readTranslations(translations)),
});

/** Categories and subcategories. Both are found by their keys, which never change. */
export const shelfRoutes: readonly BrandRoute[] = [
  {
    method: "post",
    path: "/categories",
    permission: "catalogue.edit",
    async handle(call) {
      const { form: id, ...added } = readNames(NewForm, call);
      const form = { id, asked: added };
      const act = { act: "category.add", subject: added.key, after: added };
      return auditOnce(call, form, act, () => addCategory(call.shop, added, form));
    },
  },
  {
    method: "post",
    path: "/categories/:key",
    permission: "catalogue.edit",
    async handle(call) {
      const { id, key, ...before } = await shelfOf(call, "categories");
      const form = readNames(NameForm, call);
      const act = { act: "category.rename", subject: key, before: namesOf(before), after: form };
      await call.audit(act, () => renameCategory(call.shop, id, form));
    },
  },
  {
    method: "post",
    path: "/categories/:key/subcategories",
    permission: "catalogue.edit",
    async handle(call) {
      const { id: categoryId, key: category } = await shelfOf(call, "categories");
      const { form: id, ...added } = readNames(NewForm, call);
      const form = { id, asked: { ...added, category } };
      const act = { act: "subcategory.add", subject: added.key, after: form.asked };
      return auditOnce(call, form, act, () => addSubcategory(call.shop, categoryId, added, form));
    },
  },
  {
    method: "post",
    path: "/subcategories/:key",
    permission: "catalogue.edit",
    async handle(call) {
      const { id, key, category, categories, ...before } = await shelfOf(call, "subcategories");
      const { category: newCategory, ...names } = readNames(SubcategoryForm, call);
      const to = categories.find((row) => row.key === newCategory);
      if (to === undefined) throw notFound();
      const states = { before: { ...namesOf(before), category }, after: { ...names, category: newCategory } };
      const act = { act: "subcategory.change", subject: key, ...states };
      await call.audit(act, () => changeSubcategory(call.shop, id, { ...names, category_id: to.id }));
    },
  },
  {
    method: "post",
    path: "/categories/:key/move",
    permission: "catalogue.edit",
    async handle(call) {
      const { id, key, categories } = await shelfOf(call, "categories");
      const { direction } = parseBody(MoveForm, call.req);
      const place = categories.findIndex((row) => row.id === id) + 1;
      const act = { act: "category.move", subject: key, before: { place }, after: { direction } };
      await call.audit(act, () => moveCategory(call.shop, id, direction));
    },
  },
  ...(["categories", "subcategories"] as const).map((table): BrandRoute => ({
    method: "post",
    path: `/${table}/:key/delete`,
    permission: "catalogue.edit",
    async handle(call) {
      const { id, key, name } = await shelfOf(call, table);
      const act = table === "categories" ? "category.delete" : "subcategory.delete";
      await call.audit({ act, subject: key, before: { name } }, () => deleteShelf(call.shop, table, id));
    },
  })),
];
