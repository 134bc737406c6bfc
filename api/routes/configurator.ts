import { Router } from "express";

import type { Shop } from "../shop.ts";

/**
 * GET /configurator/: the tenant's public branding (docs/product.md, 1.2). Font and corners are the storefront's own.
 */
export function createConfiguratorRouter({ tenant }: Shop) {
  const { font, corners, ...configuration } = tenant.branding;
  const router = Router();
  router.get("/", (_req, res) => void res.json(configuration));
  return router;
}
