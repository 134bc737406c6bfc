import { raw, type RequestHandler } from "express";
import type { Count } from "./metrics.server.ts";

const MAX_BYTES = 8 * 1024;
const WINDOW_MS = 60_000;
/** Of all brands together: enough to see that something is wrong, too little to keep anybody busy. */
const MAX_PER_WINDOW = 600;

/**
 * POST /csp-report: what browsers say of blocked content is counted and forgotten. It comes without cookies or a word on
 * where it is from, so it is exempt from the cross-site check and is believed in nothing.
 */
export function takeCspReports(count: Count, now = Date.now): RequestHandler[] {
  let windowStart = 0;
  let taken = 0;
  return [
    (_req, res, next) => {
      if (now() - windowStart >= WINDOW_MS) [windowStart, taken] = [now(), 0];
      if (++taken <= MAX_PER_WINDOW) return next();
      count("awning_limited_total", { what: "csp-report" });
      res.set("Connection", "close").status(429).end();
    },
    raw({ type: () => true, limit: MAX_BYTES, inflate: false }),
    (req, res) => {
      count("awning_csp_reports_total", { tenant: req.site.tenant.id });
      res.status(204).end();
    },
  ];
}
