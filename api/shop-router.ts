import express, { Router } from "express";

import { inAcceptedLanguage } from "./http/in-language.ts";
import { noStore } from "./http/no-store.ts";
import { type Mount, OPTIONAL_CALLS } from "./optional-calls.ts";
import { createCartRouter } from "./routes/cart.ts";
import { createCoinsHistoryRouter } from "./routes/coins-history.ts";
import { createConfiguratorRouter } from "./routes/configurator.ts";
import { createEditProfileRouter } from "./routes/edit-profile.ts";
import { createHomeRouter } from "./routes/home.ts";
import { createLoadCoinRouter } from "./routes/load-coin.ts";
import { createOrderHistoryRouter } from "./routes/order-history.ts";
import { createOrderPaymentRouter } from "./routes/order-payment.ts";
import { createOrderReceiptRouter } from "./routes/order-receipt.ts";
import { createOrderStatusRouter } from "./routes/order-status.ts";
import { createOrderTermsRouter } from "./routes/order-terms.ts";
import { createPlaceOrderRouter } from "./routes/place-order.ts";
import { createProductsRouter } from "./routes/products.ts";
import { RAW_CALLS } from "./routes/raw-calls.ts";
import { createSearchRouter } from "./routes/search.ts";
import { createUserRouter } from "./routes/user.ts";
import { createUserDataRouter } from "./routes/user-data.ts";
import type { Shop } from "./shop/shop.ts";

const COMMON_CALLS: Mount[] = [
  ["/home", createHomeRouter],
  ["/configurator", createConfiguratorRouter],
  ["/products", createProductsRouter],
  ["/search", createSearchRouter],
  ["/user", createUserRouter],
  ["/user-data", createUserDataRouter],
  ["/cart", createCartRouter],
  ["/edit-profile", createEditProfileRouter],
  ["/load-coin", createLoadCoinRouter],
  ["/order-history", createOrderHistoryRouter],
  ["/coins-history", createCoinsHistoryRouter],
  ["/place-order", createPlaceOrderRouter],
  ["/order-status", createOrderStatusRouter],
  ["/order-receipt", createOrderReceiptRouter],
  ["/order-terms", createOrderTermsRouter],
  ["/order-payment", createOrderPaymentRouter],
];

/** The calls of one brand (docs/commerce-api.md). */
export function createShopRouter(shop: Shop): Router {
  const router = Router();
  router.use(noStore);
  for (const [path, createRouter] of RAW_CALLS) router.use(path, createRouter(shop));
  // After the body, whose parser continues in another context.
  router.use(express.json({ limit: "64kb" }), inAcceptedLanguage(shop.tenant));
  for (const [path, createRouter] of COMMON_CALLS.concat(OPTIONAL_CALLS)) router.use(path, createRouter(shop));
  return router;
}
