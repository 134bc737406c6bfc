import type { RequestHandler } from "express";
import type { Registry } from "prom-client";

import { FORWARD_KEY_HEADER, isForwardKey } from "../../config/process/forward-keys.ts";
import type { Readiness } from "../../config/process/readiness.ts";

export const answerHealthz: RequestHandler = (_req, res) => void res.set("Cache-Control", "no-store").send("ok");

/** The status is for a balancer. The storefront reads the last check, and whether its key is the right one. */
export const answerReadyz =
  (readReadiness: Readiness["read"], keys: string[]): RequestHandler =>
  (req, res) => {
    const { isReady, latest } = readReadiness();
    const key = req.get(FORWARD_KEY_HEADER);
    res.set("Cache-Control", "no-store");
    if (key !== undefined && !isForwardKey(key, keys)) return void res.status(403).end();
    res.status(isReady ? 200 : 503).json(latest);
  };

/** JSON, so that the storefront can merge it with its own metrics. */
export const answerMetrics =
  (registry: Registry): RequestHandler =>
  async (_req, res) => {
    res.set("Cache-Control", "no-store").json(await registry.getMetricsAsJSON());
  };
