import { Router } from "express";
import { z } from "zod";

import { createProductSearch } from "../catalogue/search-products.ts";
import { parseQuery, Text } from "../http/parse.ts";
import type { Shop } from "../shop/shop.ts";
import { productsJson, Short } from "./product-json.ts";

const SearchQuery = z.object({ q: Text(100).trim().default(""), short: Short });

/** GET /search/?q=: products by name, category or subcategory, best match first; none for a blank text. */
export function createSearchRouter(shop: Shop) {
  const router = Router();
  const search = createProductSearch(shop);
  router.get("/", async (req, res) => {
    const { q, short: isShort } = parseQuery(SearchQuery, req);
    res.json(await productsJson(shop, await search(q), { isShort }));
  });
  return router;
}
