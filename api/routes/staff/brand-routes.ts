import type { BrandRoute } from "./brand-route.ts";
import { coinGrantRoutes } from "./coin-grants.ts";
import { moneyRoutes } from "./money.ts";
import { orderRoutes } from "./orders.ts";
import { shopperActRoutes } from "./shopper-acts.ts";
import { shopperRoutes } from "./shoppers.ts";
import { todayRoutes } from "./today.ts";

/** Every call on a brand's data. Tests walk this table by role and brand. */
export const BRAND_ROUTES: readonly BrandRoute[] = [
  ...todayRoutes,
  ...orderRoutes,
  ...moneyRoutes,
  // Before /shoppers/:shopper, which would take the list of grants for a shopper.
  ...coinGrantRoutes,
  ...shopperRoutes,
  ...shopperActRoutes,
];
