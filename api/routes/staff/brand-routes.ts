import type { BrandRoute } from "./brand-route.ts";
import { moneyRoutes } from "./money.ts";
import { orderRoutes } from "./orders.ts";
import { todayRoutes } from "./today.ts";

/** Every call on a brand's data. Tests walk this table by role and brand. */
export const BRAND_ROUTES: readonly BrandRoute[] = [...todayRoutes, ...orderRoutes, ...moneyRoutes];
