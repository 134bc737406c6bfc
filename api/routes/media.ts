import { Router } from "express";

import { drawCard, isCrop, merchantOf } from "../card-art/card-art.ts";
import { notFound } from "../error.ts";
import { findProduct } from "../repositories/catalogue.ts";
import type { Shop } from "../shop.ts";

/** The size of link previews (the Open Graph protocol), which do not accept SVG. */
const SOCIAL_SIZE = { width: 1200, height: 630 };

/**
 * GET /media/cards/PRODUCT_ID.svg?crop=card|thumb|social: the product's card, drawn from its row;
 * GET /media/cards/PRODUCT_ID.png?crop=social: the same card as PNG.
 */
export function createMediaRouter({ db, rasterise }: Shop) {
  const router = Router();
  router.get("/cards/:file", async (req, res) => {
    const [, id, type] = /^(\d{1,9})\.(svg|png)$/.exec(req.params.file) ?? [];
    const { crop = "card" } = req.query;
    if (id === undefined || !isCrop(crop) || (type === "png" && crop !== "social")) throw notFound();
    const product = await findProduct(db.read, Number(id));
    if (product === undefined) throw notFound();

    const svg = drawCard({ merchant: merchantOf(product.name), category: product.category_name, crop });
    const picture = type === "png" ? await rasterise(svg, SOCIAL_SIZE) : svg;
    res.set("Cache-Control", "public, max-age=86400, stale-while-revalidate=604800");
    // Opened as a document, the SVG runs no scripts, whatever a product's name contains.
    res.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    res.set("X-Content-Type-Options", "nosniff");
    // Webmail shows it on a page of another origin.
    if (type === "png") res.set("Cross-Origin-Resource-Policy", "cross-origin");
    res.type(type === "png" ? "image/png" : "image/svg+xml");
    res.send(picture);
  });
  return router;
}
