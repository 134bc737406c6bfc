import { type Request, Router } from "express";
import { z } from "zod";

import { parseQuery } from "../http/parse.ts";
import { countInSubcategories, findProducts, type ProductOrder } from "../repositories/catalogue/catalogue.ts";
import type { Shop } from "../shop/shop.ts";
import { productsJson, Short } from "./product-json.ts";

const MAX_PAGE = 10_000;
const MAX_PER_PAGE = 48;
const MAX_SUBCATEGORIES = 50;
const MAX_RUPEES = 1_000_000_000;
const MAX_ID = 2 ** 31 - 1;

/** A number in a query: undefined if empty, otherwise clamped. Other text is refused. */
const numberWithin = (min: number, max: number) =>
  z
    .string({ error: "must be one number" })
    .trim()
    .max(30, { error: "must be a number" })
    .transform((text) => (text === "" ? undefined : Number(text)))
    .refine((value) => value === undefined || !Number.isNaN(value), { error: "must be a number" })
    .transform((value) => (value === undefined ? undefined : Math.min(Math.max(value, min), max)))
    .optional();

const wholeNumber = (min: number, max: number) =>
  numberWithin(min, max).transform((value) => (value === undefined ? undefined : Math.trunc(value)));

const paise = numberWithin(0, MAX_RUPEES).transform((rupees) =>
  rupees === undefined ? undefined : Math.round(rupees * 100),
);

/** `1,2`, repeated parameters, or both; only the first 50 ids count. */
const idList = z
  .union([z.string(), z.array(z.string())], { error: "must be ids" })
  .optional()
  .transform((value = []) => [value].flat().flatMap((text) => text.split(",", MAX_SUBCATEGORIES)))
  .transform((ids) => ids.filter((id) => id.trim() !== "").slice(0, MAX_SUBCATEGORIES))
  .refine((ids) => ids.every((id) => /^\s*\d{1,15}\s*$/.test(id)), { error: "must be ids" })
  .transform((ids) => ids.map((id) => Math.min(Number(id), MAX_ID)));

const ListQuery = z.object({
  id: wholeNumber(0, MAX_ID),
  category: wholeNumber(0, MAX_ID),
  subcategories: idList,
  "subcategories[]": idList,
  price_min: paise,
  price_max: paise,
  sort: z.enum(["asc", "desc"]).optional().catch(undefined),
  short: Short,
  page: wholeNumber(1, MAX_PAGE).default(1),
  perPage: wholeNumber(1, MAX_PER_PAGE).default(8),
});

/** GET /products/ and GET /products/sort/ (docs/commerce-api.md): pages of the catalogue, by category and price. */
export function createProductsRouter(shop: Shop) {
  const router = Router();

  router.get("/", async (req, res) => {
    const { products, previous: _, ...page } = await list(req, () => "recommended");
    res.json({ results: products, ...page });
  });

  router.get("/sort/", async (req, res) => {
    const { products, ...page } = await list(req, ({ sort }) => sort ?? "recommended");
    res.json({ results: { products }, ...page });
  });

  async function list(req: Request, orderOf: (query: z.output<typeof ListQuery>) => ProductOrder) {
    const query = parseQuery(ListQuery, req);
    const { page = 1, perPage = 8 } = query;
    const filter = {
      id: query.id,
      categoryId: query.category,
      subcategoryIds: [...query.subcategories, ...query["subcategories[]"]],
      priceMin: query.price_min,
      priceMax: query.price_max,
    };
    const [{ products, count }, inSubcategories] = await Promise.all([
      findProducts(shop.db.read, filter, { order: orderOf(query), page, perPage }),
      countInSubcategories(shop.db.read, filter),
    ]);
    return {
      // A product's own page shows the end of its cards; a list does not.
      products: await productsJson(shop, products, { withEnds: query.id !== undefined, isShort: query.short }),
      count,
      in_subcategories: inSubcategories,
      next: page * perPage < count && page < MAX_PAGE ? pageUrl(req, page + 1) : null,
      previous: page > 1 ? pageUrl(req, page - 1) : null,
    };
  }

  return router;
}

/** This request's URL for another page, root-relative. */
function pageUrl(req: Request, page: number) {
  const url = new URL(req.originalUrl, "http://api");
  url.searchParams.set("page", String(page));
  return url.pathname + url.search;
}
