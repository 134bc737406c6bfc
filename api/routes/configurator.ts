import { Router } from "express";

import type { Shop } from "../shop.ts";

/**
 * GET /configurator/: the tenant's branding, for everybody (docs/product.md, 1.2); the look beyond it is the
 * storefront's.
 */
export function createConfiguratorRouter({ tenant }: Shop) {
  const { font, corners, ...configuration } = tenant.branding;
  const router = Router();
  router.get("/", (_req, res) => void res.json(configuration));
  return router;
}
