import { Router } from "express";

import type { Shop } from "../shop/shop.ts";

/** GET /configurator/: the tenant's public branding (docs/product.md, 1.2). The storefront itself sets font and corners. */
export function createConfiguratorRouter({ tenant }: Shop) {
  const { font, corners, ...configuration } = tenant.branding;
  const router = Router();
  router.get("/", (_req, res) => void res.json(configuration));
  return router;
}
