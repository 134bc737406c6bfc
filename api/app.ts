import { finished } from "node:stream";

import express, { type Request, type RequestHandler, type Router } from "express";
import type { Logger } from "pino";
import { Registry } from "prom-client";

import type { Readiness } from "../config/process/readiness.ts";
import type { Tracing } from "../config/process/tracing.ts";
import { notFound } from "./base/error.ts";
import type { Databases } from "./db/database.ts";
import { answerError } from "./http/answer-error.ts";
import { type Callers, identifyClient } from "./http/client-net.ts";
import { answerHealthz, answerMetrics, answerReadyz } from "./http/health.ts";
import { logRequests } from "./http/log-requests.ts";
import { noStore } from "./http/no-store.ts";
import { traceRequests } from "./http/trace-requests.ts";
import { whenOpen } from "./http/when-open.ts";
import { answerChanges } from "./routes/changes.ts";
import { createOperatorRouter } from "./routes/operator/operator-router.ts";
import { createStaffRouter } from "./routes/staff/staff-router.ts";
import type { Shop } from "./shop/shop.ts";
import { createShopRouter } from "./shop-router.ts";
import type { Staff } from "./staff/staff.ts";
import type { ShopRegistry } from "./tenancy/shop-registry.ts";

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

/** Routers of the shops that are open and were visited. */
const routers = new WeakMap<Shop, Router>();

function routerOf(shop: Shop): Router {
  const router = routers.get(shop) ?? createShopRouter(shop);
  routers.set(shop, router);
  return router;
}

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
  api.get("/healthz", answerHealthz);
  api.get("/readyz", answerReadyz(readReadiness, callers.keys));
  api.use(identifyClient(callers));
  api.get("/metrics", answerMetrics(registry));
  if (measure) api.use(measure);
  if (tracing) api.use(traceRequests(tracing, (id) => shops.isServed(id)));
  api.use(logRequests(log));
  api.get("/changes", noStore, answerChanges({ shops, keys: callers.keys, readVersions }));
  // No brand id contains an underscore.
  if (openStaff) {
    const staffRouter = whenOpen(openStaff, (staff) => createStaffRouter(staff, shops));
    const operatorRouter = whenOpen(openStaff, (staff) => createOperatorRouter(staff, shops));
    api.use("/_staff", noStore, staffRouter);
    api.use("/_operator", noStore, operatorRouter);
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
