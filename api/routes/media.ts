import { Router } from "express";
import { notFound } from "../error.ts";
import { drawCard, isCrop, merchantOf } from "../media/card-art.ts";
import { findProduct } from "../repositories/catalogue.ts";
import type { Shop } from "../shop.ts";

/** GET /media/cards/PRODUCT_ID.svg?crop=card|thumb|social: the product's card, drawn from its row. */
export function createMediaRouter({ db }: Shop) {
  const router = Router();
  router.get("/cards/:file", async (req, res) => {
    const [, id] = /^(\d{1,9})\.svg$/.exec(req.params.file) ?? [];
    const { crop = "card" } = req.query;
    if (id === undefined || !isCrop(crop)) throw notFound();
    const product = await findProduct(db.read, Number(id));
    if (product === undefined) throw notFound();

    res.set("Cache-Control", "public, max-age=86400, stale-while-revalidate=604800");
    // Opened on its own, nothing in it runs, whatever somebody put into a name.
    res.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    res.set("X-Content-Type-Options", "nosniff");
    res.type("image/svg+xml");
    res.send(drawCard({ merchant: merchantOf(product.name), category: product.category_name, crop }));
  });
  return router;
}
