import { Router } from "express";

import { listCategories, listSubcategories } from "../repositories/catalogue/catalogue.ts";
import type { Shop } from "../shop/shop.ts";

/** GET /home/ (docs/commerce-api.md). */
export function createHomeRouter({ db }: Shop) {
  const router = Router();
  router.get("/", async (_req, res) => {
    const [categories, subcategories] = await Promise.all([listCategories(db.read), listSubcategories(db.read)]);
    res.json({ categories: categories.map(tell), subcategories });
  });
  return router;
}

/** Only a category that the staff has placed has a position. */
const tell = ({ id, name, position }: { id: number; name: string; position: number }) => ({
  id,
  name,
  ...(position !== 0 && { position }),
});
