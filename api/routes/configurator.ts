import { Router } from "express";
import type { Shop } from "../shop.ts";

/** GET /configurator/: the tenant's branding, for everybody (spec, sections 1 and 7). */
export function createConfiguratorRouter({ tenant }: Shop) {
  const router = Router();
  router.get("/", (_req, res) => void res.json(tenant.branding));
  return router;
}
