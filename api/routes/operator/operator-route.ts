import type { Request } from "express";

import type { KeyScope } from "../../domain/outgoing/key-scopes.ts";
import type { Action } from "../../ports/audit.ts";
import type { ApiKey } from "../../repositories/outgoing/api-keys.ts";
import type { Shop } from "../../shop/shop.ts";
import { audited } from "../../staff/audit-trail.ts";
import type { Staff } from "../../staff/staff.ts";

/** The parts that a route of this API receives. */
export type OperatorCall = {
  shop: Shop;
  req: Request;
  /** Like `audit` in BrandCall, under the name of the key. */
  audit<T>(act: Omit<Action, "brand">, run: () => Promise<T>): Promise<T>;
};

/** One call for programs with a key (docs/operator-api.md). The router checks its scope. */
export type OperatorRoute = {
  method: "get" | "post";
  path: `/${string}`;
  scope: KeyScope;
  /** The answer, sent as JSON. */
  handle(call: OperatorCall): Promise<object>;
};

export const createCall = (shop: Shop, staff: Staff, key: ApiKey, req: Request): OperatorCall => ({
  shop,
  req,
  audit: (act, run) =>
    audited(staff, { name: `key ${key.name}`, origin: req.clientNet }, { ...act, brand: shop.tenant.id }, run),
});
