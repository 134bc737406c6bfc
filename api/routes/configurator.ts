import { Router } from "express";

import { brandingNow } from "../../config/brand/branding.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * GET /configurator/: the tenant's public branding (docs/product.md, 1.2), in the language of the request. The storefront itself
 * sets font and corners.
 */
export function createConfiguratorRouter({ tenant }: Shop) {
  const router = Router();
  router.get("/", (_req, res) => {
    const { font, corners, ...configuration } = brandingNow(tenant);
    res.json(configuration);
  });
  return router;
}
