import { Router } from "express";

import { translated } from "../domain/translations.ts";
import { listCategories, listSubcategories } from "../repositories/catalogue/catalogue.ts";
import type { Shop } from "../shop/shop.ts";

/** GET /home/ (docs/commerce-api.md). */
export function createHomeRouter({ db }: Shop) {
  const router = Router();
  router.get("/", async (_req, res) => {
    const [categories, subcategories] = await Promise.all([listCategories(db.read), listSubcategories(db.read)]);
    res.json({
      categories: categories.map(categoryJson),
      subcategories: subcategories.map(({ id, category_id, ...names }) => ({
        id,
        category_id,
        name: translated(names).name,
      })),
    });
  });
  return router;
}

type Category = { id: number; name: string; translations: string; position: number };

/** Only a category that the staff has placed has a position. */
const categoryJson = ({ id, position, ...names }: Category) => ({
  id,
  name: translated(names).name,
  ...(position !== 0 && { position }),
});
