import { Router } from "express";
import { z } from "zod";
import { searchProducts } from "../repositories/catalogue.ts";
import type { Shop } from "../shop.ts";
import { parseQuery, Text } from "./parse.ts";
import { productsJson } from "./product-json.ts";

const SearchQuery = z.object({ q: Text(100).trim().default("") });

/** GET /search/?q= (spec, section 7): products by name, category or subcategory; a blank text finds none. */
export function createSearchRouter(shop: Shop) {
  const router = Router();
  router.get("/", async (req, res) => {
    const { q } = parseQuery(SearchQuery, req);
    res.json(q === "" ? [] : await productsJson(shop, await searchProducts(shop.db.read, q)));
  });
  return router;
}
