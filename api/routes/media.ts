import { type Request, type Response, Router } from "express";

import { notFound } from "../base/error.ts";
import { drawCard, isCrop, merchantOf } from "../card-art/card-art.ts";
import { cardVersion, nameOfVersion } from "../card-art/picture-url.ts";
import { findProduct } from "../repositories/catalogue/catalogue.ts";
import { findPicture } from "../repositories/catalogue/pictures.ts";
import type { Shop } from "../shop/shop.ts";

const FOREVER = "public, max-age=31536000, immutable";

/** The size of link previews (the Open Graph protocol), which do not accept SVG. */
const SOCIAL_SIZE = { width: 1200, height: 630 };

/**
 * GET /media/cards/PRODUCT_ID.svg?v=VERSION&crop=card|thumb|social: the product's card, drawn from its row. A version with a
 * language, such as VERSION-hi, draws the name in that language;
 * GET /media/cards/PRODUCT_ID.png?v=VERSION&crop=social: the same card as PNG;
 * GET /media/pictures/HASH.webp: a picture that the staff has uploaded.
 */
export function createMediaRouter(shop: Shop) {
  const router = Router();
  router.get("/cards/:file", (req, res) => sendCard(shop, req, res));
  router.get("/pictures/:file", (req, res) => sendPicture(shop, req.params.file, res));
  return router;
}

/** Caches keep a card forever if the address has its version, and a day otherwise. @throws ApiError 404 */
async function sendCard({ db, rasterise }: Shop, req: Request<{ file: string }>, res: Response) {
  const [, id, type] = /^(\d{1,9})\.(svg|png)$/.exec(req.params.file) ?? [];
  const { crop = "card", v } = req.query;
  if (id === undefined || !isCrop(crop) || (type === "png" && crop !== "social")) throw notFound();
  const product = await findProduct(db.read, Number(id));
  if (product === undefined) throw notFound();

  const { name, category_name: category } = product;
  const written = nameOfVersion(product.translations, v);
  const version = cardVersion({ name, category, written });
  res.set(
    "Cache-Control",
    String(v).startsWith(version) ? FOREVER : "public, max-age=86400, stale-while-revalidate=604800",
  );
  res.set("ETag", `W/"${version}-${crop}"`);
  // Opened as a document, the SVG runs no scripts, with any text in a product's name.
  res.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  res.set("X-Content-Type-Options", "nosniff");
  // Webmail shows it on a page of another origin.
  if (type === "png") res.set("Cross-Origin-Resource-Policy", "cross-origin");
  if (req.fresh) return res.status(304).end();
  const svg = await drawCard({
    merchant: merchantOf(name),
    category,
    crop,
    ...(written !== undefined && { written: merchantOf(written) }),
  });
  res.type(type === "png" ? "image/png" : "image/svg+xml");
  res.send(type === "png" ? await rasterise(svg, SOCIAL_SIZE) : svg);
}

/** A picture's name is the hash of its bytes, so the picture never changes. @throws ApiError 404 */
async function sendPicture({ db }: Shop, file: string, res: Response) {
  const [, hash] = /^([0-9a-f]{64})\.webp$/.exec(file) ?? [];
  const picture = hash === undefined ? undefined : await findPicture(db.read, hash);
  if (picture === undefined) throw notFound();
  res.set("Cache-Control", FOREVER);
  res.set("ETag", `W/"${hash}"`);
  res.set("Content-Security-Policy", "default-src 'none'; sandbox");
  res.set("X-Content-Type-Options", "nosniff");
  res.type(picture.type).send(picture.bytes);
}
