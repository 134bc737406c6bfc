import { finished } from "node:stream";

import express, { type ErrorRequestHandler, type Request, type RequestHandler, Router } from "express";
import type { Logger } from "pino";
import { type Options as PinoHttpOptions, pinoHttp } from "pino-http";
import { Registry } from "prom-client";

import { FORWARD_KEY_HEADER, isForwardKey } from "../config/forward-keys.ts";
import type { Readiness } from "../config/readiness.ts";
import type { Tracing } from "../config/tracing.ts";
import { type Databases, isDatabaseUnavailable } from "./db/database.ts";
import { ApiError, notFound, unavailable } from "./error.ts";
import { type Callers, identifyClient } from "./http/client-net.ts";
import { traceRequests } from "./http/trace-requests.ts";
import { createCartRouter } from "./routes/cart.ts";
import { answerChanges } from "./routes/changes.ts";
import { createCoinsHistoryRouter } from "./routes/coins-history.ts";
import { createConfiguratorRouter } from "./routes/configurator.ts";
import { createContactRouter } from "./routes/contact.ts";
import { createEditProfileRouter } from "./routes/edit-profile.ts";
import { createGiftRouter } from "./routes/gift.ts";
import { createHomeRouter } from "./routes/home.ts";
import { createLoadCoinRouter } from "./routes/load-coin.ts";
import { createMediaRouter } from "./routes/media.ts";
import { createOperatorRouter } from "./routes/operator/operator-router.ts";
import { createOrderHistoryRouter } from "./routes/order-history.ts";
import { createOrderReceiptRouter } from "./routes/order-receipt.ts";
import { createOrderStatusRouter } from "./routes/order-status.ts";
import { createOrderTermsRouter } from "./routes/order-terms.ts";
import { createPaymentNotificationRouter } from "./routes/payment-notification.ts";
import { createPlaceOrderRouter } from "./routes/place-order.ts";
import { createProductsRouter } from "./routes/products.ts";
import { createSandboxRouter } from "./routes/sandbox.ts";
import { createSearchRouter } from "./routes/search.ts";
import { createStaffRouter } from "./routes/staff/staff-router.ts";
import { createStockNoticeRouter } from "./routes/stock-notice.ts";
import { createUserRouter } from "./routes/user.ts";
import { createUserDataRouter } from "./routes/user-data.ts";
import { createUserDeviceRouter } from "./routes/user-device.ts";
import { createUserEmailRouter } from "./routes/user-email.ts";
import { createUserPasswordRouter } from "./routes/user-password.ts";
import { createUserSessionsRouter } from "./routes/user-sessions.ts";
import { createVouchersRouter } from "./routes/vouchers.ts";
import type { Shop } from "./shop.ts";
import type { ShopRegistry } from "./shop/shop-registry.ts";
import type { Staff } from "./staff/staff.ts";

type Options = {
  shops: Pick<ShopRegistry, "isServed" | "tenants" | "visit">;
  log: Logger;
  /** The callers that may state the client address of a request. Absent: no caller may, and every caller gets an answer. */
  callers?: Callers;
  /**
   * Metrics that GET /metrics returns. Browsers cannot reach it, because the storefront forwards only tenants' paths.
   */
  registry?: Registry;
  readReadiness?: Readiness["read"];
  /** The answer of GET /changes for each brand's catalogue. */
  readVersions?: Databases["readCatalogueVersions"];
  /** Times requests (http/measure-requests.ts). */
  measure?: RequestHandler;
  /** Absent: no traces are made. */
  tracing?: Tracing;
  /** Opens the console's services, once. Absent: nobody can use the console. */
  openStaff?: () => Promise<Staff>;
};

/** The commerce API (docs/commerce-api.md), once for each tenant below /TENANT_ID. */
export function createApi({
  shops,
  log,
  callers = { keys: [], isKeyRequired: false },
  registry = new Registry(),
  readReadiness = () => ({ isReady: true, text: "ready", latest: { notes: [] } }),
  readVersions = async () => new Map(),
  measure,
  tracing,
  openStaff,
}: Options) {
  const api = express();
  api.disable("x-powered-by");
  api.disable("etag");
  api.enable("case sensitive routing");
  api.get("/healthz", (_req, res) => void res.set("Cache-Control", "no-store").send("ok"));
  // The status is for a balancer. The storefront reads the last check, and the check of its key.
  api.get("/readyz", (req, res) => {
    const { isReady, latest } = readReadiness();
    const key = req.get(FORWARD_KEY_HEADER);
    res.set("Cache-Control", "no-store");
    if (key !== undefined && !isForwardKey(key, callers.keys)) return void res.status(403).end();
    res.status(isReady ? 200 : 503).json(latest);
  });
  api.use(identifyClient(callers));
  // JSON, so that the storefront can merge it with its own metrics.
  api.get("/metrics", async (_req, res) => {
    res.set("Cache-Control", "no-store").json(await registry.getMetricsAsJSON());
  });
  if (measure) api.use(measure);
  if (tracing) api.use(traceRequests(tracing, (id) => shops.isServed(id)));
  api.use(pinoHttp(logging(log)));
  api.get("/changes", noStore, answerChanges({ shops, keys: callers.keys, readVersions }));
  // No brand id contains an underscore.
  if (openStaff) {
    api.use(
      "/_staff",
      noStore,
      answerWith(openStaff, (staff) => createStaffRouter(staff, shops)),
    );
    api.use(
      "/_operator",
      noStore,
      answerWith(openStaff, (staff) => createOperatorRouter(staff, shops)),
    );
  }
  api.use("/:brand", async (req: Request<{ brand: string }>, res, next) => {
    const visit = shops.visit(req.params.brand);
    if (visit === undefined) return next();
    const { shop, leave } = await visit;
    finished(res, leave);
    routerOf(shop)(req, res, next);
  });
  api.use(() => {
    throw notFound();
  });
  api.use(answerError);
  return api;
}

/** The staff's database may be unavailable while brands' databases are not: each request tries again to open it. */
function answerWith(openStaff: () => Promise<Staff>, createRouter: (staff: Staff) => Router): RequestHandler {
  let router: Router | undefined;
  return async (req, res, next) => {
    router ??= createRouter(await openStaff());
    router(req, res, next);
  };
}

/** Routers of the shops that are open and were visited. */
const routers = new WeakMap<Shop, Router>();

function routerOf(shop: Shop): Router {
  const router = routers.get(shop) ?? createTenantRouter(shop);
  routers.set(shop, router);
  return router;
}

function createTenantRouter(shop: Shop) {
  const router = Router();
  router.use(noStore);
  // These routes read other bodies than JSON, or serve browsers.
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

/** The path, without the token of an invitation. */
const withoutSecrets = (url: string) => url.split("?")[0]!.replace(/^(\/_staff\/invitations\/).*/i, "$1…");

/**
 * Logs one line for each request, at debug level unless it failed. 503 stays at debug level, because `request failed`
 * reports it once a minute. The line omits headers, because they hold tokens.
 */
const logging = (logger: Logger): PinoHttpOptions => ({
  logger,
  customLogLevel: (_req, { statusCode }) => (statusCode >= 500 && statusCode !== 503 ? "error" : "debug"),
  customSuccessObject: ({ id }, _res, { res, responseTime }) => ({ reqId: id, res, responseTime }),
  customErrorObject: ({ id }, _res, _error, { res, responseTime }) => ({ reqId: id, res, responseTime }),
  wrapSerializers: false,
  serializers: {
    req: ({ method, originalUrl }: Request) => ({ method, url: withoutSecrets(originalUrl) }),
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
  },
});

const answerError: ErrorRequestHandler = (error: unknown, req, res, next) => {
  const failure = toApiError(error);
  if (failure.status >= 500) req.log.error({ err: error }, "request failed");
  if (res.headersSent) return next(error);
  res.status(failure.status).set("Cache-Control", "private, no-store");
  if (failure.retryAfter !== undefined) res.set("Retry-After", String(failure.retryAfter));
  res.json({ status_code: failure.status, detail: failure.detail, error: failure.code, errors: failure.errors });
};

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnavailable(error)) return unavailable();
  // Express and its body parsers refuse malformed JSON or URLs, and bodies that are too large or cut off.
  const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
  if (status === 413) return new ApiError(413, "The request is too large.");
  if (status >= 400 && status < 500) return new ApiError(status, "The request could not be read.");
  return new ApiError(500, "Something went wrong. Please try again later.");
}
