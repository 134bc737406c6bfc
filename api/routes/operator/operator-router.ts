import { finished } from "node:stream";

import express, { type NextFunction, type Request, type Response, Router } from "express";

import { ApiError, notFound, tooMany } from "../../base/error.ts";
import { bearerOf } from "../../http/bearer.ts";
import { findKey, isKey } from "../../outgoing/api-keys.ts";
import type { ApiKey } from "../../repositories/outgoing/api-keys.ts";
import type { Shop } from "../../shop/shop.ts";
import { mayHoldKey } from "../../staff/may-hold-key.ts";
import type { Staff } from "../../staff/staff.ts";
import type { ShopRegistry } from "../../tenancy/shop-registry.ts";
import { createCall } from "./operator-route.ts";
import { OPERATOR_ROUTES } from "./operator-routes.ts";

/** The same error for unknown brands, so that it does not reveal existing ones. */
const unknownKey = () => new ApiError(401, "Send a valid key of this brand: Authorization: Bearer awn_…");

/**
 * The calls for programs with a key, below /_operator/v1. Each needs a key of its brand with the call's scope, and
 * no body is read without one.
 */
export function createOperatorRouter(staff: Staff, shops: Pick<ShopRegistry, "visit">): Router {
  const router = Router();
  const ofBrand = Router({ mergeParams: true });
  for (const { method, path, scope, handle } of OPERATOR_ROUTES) {
    const enter = async (req: Request<{ brand: string }>, res: Response<unknown, Admitted>, next: NextFunction) => {
      const text = bearerOf(req) ?? "";
      const visited = isKey(text) ? await shops.visit(req.params.brand) : undefined;
      if (visited !== undefined) finished(res, visited.leave);
      Object.assign(res.locals, await admit(staff, visited?.shop, text, req));
      if (!res.locals.key.scopes.split(" ").includes(scope)) throw new ApiError(403, `This key has no scope ${scope}.`);
      next();
    };
    const answer = async (req: Request<{ brand: string }>, res: Response<unknown, Admitted>) => {
      const { shop, key } = res.locals;
      res.json(await handle(createCall(shop, staff, key, req)));
    };
    ofBrand[method](path, enter, express.json({ limit: "1mb" }), answer);
  }
  router.use("/v1/brands/:brand", ofBrand);
  router.use(() => {
    throw notFound();
  });
  return router;
}

type Admitted = { shop: Shop; key: ApiKey };

const RESTS =
  "This key rests, because the member who made it may make none here any more. Another member can take it over in the console.";

/** @throws ApiError 401 without a valid key of the brand, 403 for a suspended key, 429 beyond the limits */
async function admit(staff: Staff, shop: Shop | undefined, text: string, req: Request): Promise<Admitted> {
  const key = shop && (await findKey(shop, text));
  if (shop === undefined || key === undefined) {
    if (!(await staff.keyLimiter.tryWrongKey(req.clientNet))) throw tooMany("wrong keys");
    throw unknownKey();
  }
  if (!(await staff.keyLimiter.tryCall(key.id)))
    throw new ApiError(429, "Too many calls with this key. Wait a minute.", undefined, undefined, 60);
  if (!(await mayHoldKey(staff, shop.tenant.id, key.created_by))) throw new ApiError(403, RESTS);
  return { shop, key };
}
