import express, { type ErrorRequestHandler, type Request, type RequestHandler, Router } from "express";
import type { Logger } from "pino";
import { type Options as PinoHttpOptions, pinoHttp } from "pino-http";
import { Registry } from "prom-client";

import { isDatabaseUnavailable } from "./db/database.ts";
import { ApiError, notFound } from "./error.ts";
import { identifyClient } from "./http/client-net.ts";
import type { Health } from "./monitoring/readiness.ts";
import { createCartRouter } from "./routes/cart.ts";
import { createCoinsHistoryRouter } from "./routes/coins-history.ts";
import { createConfiguratorRouter } from "./routes/configurator.ts";
import { createContactRouter } from "./routes/contact.ts";
import { createEditProfileRouter } from "./routes/edit-profile.ts";
import { createGiftRouter } from "./routes/gift.ts";
import { createHomeRouter } from "./routes/home.ts";
import { createLoadCoinRouter } from "./routes/load-coin.ts";
import { createMediaRouter } from "./routes/media.ts";
import { createOrderHistoryRouter } from "./routes/order-history.ts";
import { createOrderReceiptRouter } from "./routes/order-receipt.ts";
import { createOrderStatusRouter } from "./routes/order-status.ts";
import { createOrderTermsRouter } from "./routes/order-terms.ts";
import { createPaymentNotificationRouter } from "./routes/payment-notification.ts";
import { createPlaceOrderRouter } from "./routes/place-order.ts";
import { createProductsRouter } from "./routes/products.ts";
import { createSandboxRouter } from "./routes/sandbox.ts";
import { createSearchRouter } from "./routes/search.ts";
import { createStockNoticeRouter } from "./routes/stock-notice.ts";
import { createUserRouter } from "./routes/user.ts";
import { createUserDataRouter } from "./routes/user-data.ts";
import { createUserDeviceRouter } from "./routes/user-device.ts";
import { createUserEmailRouter } from "./routes/user-email.ts";
import { createUserPasswordRouter } from "./routes/user-password.ts";
import { createUserSessionsRouter } from "./routes/user-sessions.ts";
import { createVouchersRouter } from "./routes/vouchers.ts";
import type { Shop } from "./shop.ts";

type Options = {
  shops: Shop[];
  log: Logger;
  /** A caller that sends it may name the address a request came from. */
  forwardKey?: string;
  /** What GET /metrics says, beside the tenants: browsers never reach it, since the storefront passes on tenants' paths only. */
  registry?: Registry;
  /** What GET /readyz says; nobody but the storefront reaches that either. */
  readHealth?: () => Promise<Health>;
};

/** The commerce API (docs/commerce-api.md), once for each tenant below /TENANT_ID. */
export function createApi({
  shops,
  log,
  forwardKey,
  registry = new Registry(),
  readHealth = async () => ({ notes: [] }),
}: Options) {
  const api = express();
  api.disable("x-powered-by");
  api.disable("etag");
  api.enable("case sensitive routing");
  api.get("/healthz", (_req, res) => void res.set("Cache-Control", "no-store").send("ok"));
  api.get("/readyz", async (_req, res) => {
    const health = await readHealth();
    res.set("Cache-Control", "no-store");
    res.status(health.problem === undefined ? 200 : 503).json(health);
  });
  // As JSON, which the storefront merges with its own into one text.
  api.get("/metrics", async (_req, res) => {
    res.set("Cache-Control", "no-store").json(await registry.getMetricsAsJSON());
  });
  api.use(identifyClient(forwardKey));
  api.use(pinoHttp(logging(log)));
  for (const shop of shops) api.use(`/${shop.tenant.id}`, createTenantRouter(shop));
  api.use(() => {
    throw notFound();
  });
  api.use(answerError);
  return api;
}

function createTenantRouter(shop: Shop) {
  const router = Router();
  router.use(noStore);
  // These read other bodies than JSON, or are read by browsers.
  router.use("/payment-notification", createPaymentNotificationRouter(shop));
  router.use("/sandbox", createSandboxRouter(shop));
  router.use("/media", createMediaRouter(shop));

  router.use(express.json({ limit: "64kb" }));
  // The common calls.
  router.use("/home", createHomeRouter(shop));
  router.use("/configurator", createConfiguratorRouter(shop));
  router.use("/products", createProductsRouter(shop));
  router.use("/search", createSearchRouter(shop));
  router.use("/user", createUserRouter(shop));
  router.use("/user-data", createUserDataRouter(shop));
  router.use("/cart", createCartRouter(shop));
  router.use("/edit-profile", createEditProfileRouter(shop));
  router.use("/load-coin", createLoadCoinRouter(shop));
  router.use("/order-history", createOrderHistoryRouter(shop));
  router.use("/coins-history", createCoinsHistoryRouter(shop));
  router.use("/place-order", createPlaceOrderRouter(shop));
  router.use("/order-status", createOrderStatusRouter(shop));
  router.use("/order-receipt", createOrderReceiptRouter(shop));
  router.use("/order-terms", createOrderTermsRouter(shop));
  // The optional calls.
  router.use("/user", createUserPasswordRouter(shop));
  router.use("/user", createUserEmailRouter(shop));
  router.use("/user", createUserSessionsRouter(shop));
  router.use("/user", createUserDeviceRouter(shop));
  router.use("/contact", createContactRouter(shop));
  router.use("/gift", createGiftRouter(shop));
  router.use("/stock-notice", createStockNoticeRouter(shop));
  router.use("/vouchers", createVouchersRouter(shop));
  return router;
}

const noStore: RequestHandler = (_req, res, next) => {
  res.set("Cache-Control", "private, no-store");
  next();
};

/**
 * One line a request: quiet unless it failed, and while the database is away, which `request failed` says once a minute.
 * Headers stay out of it, since they hold tokens.
 */
const logging = (logger: Logger): PinoHttpOptions => ({
  logger,
  customLogLevel: (_req, { statusCode }) => (statusCode >= 500 && statusCode !== 503 ? "error" : "debug"),
  customSuccessObject: ({ id }, _res, { res, responseTime }) => ({ reqId: id, res, responseTime }),
  customErrorObject: ({ id }, _res, _error, { res, responseTime }) => ({ reqId: id, res, responseTime }),
  wrapSerializers: false,
  serializers: {
    req: ({ method, originalUrl }: Request) => ({ method, url: originalUrl.split("?")[0] }),
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
  },
});

const answerError: ErrorRequestHandler = (error: unknown, req, res, next) => {
  const failure = toApiError(error);
  if (failure.status >= 500) req.log.error({ err: error }, "request failed");
  if (res.headersSent) return next(error);
  res.status(failure.status).set("Cache-Control", "private, no-store");
  res.json({ status_code: failure.status, detail: failure.detail, error: failure.code, errors: failure.errors });
};

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnavailable(error)) return new ApiError(503, "Please try again in a moment.");
  // What Express and its body parsers refuse: malformed JSON or address, too large, cut off.
  const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
  if (status === 413) return new ApiError(413, "The request is too large.");
  if (status >= 400 && status < 500) return new ApiError(status, "The request could not be read.");
  return new ApiError(500, "Something went wrong. Please try again later.");
}
