import { raw, type RequestHandler } from "express";
import { Counter, type Registry } from "prom-client";

import { createSampleFilter, readCspReport } from "./csp-samples.server.ts";

/** Room for a Reporting API batch: each entry repeats the whole policy. */
const MAX_BYTES = 32 * 1024;
const WINDOW_MS = 60_000;
/** For all brands together: enough to show a problem, too few to cause load. */
const MAX_PER_WINDOW = 600;

/**
 * POST /csp-report: counts browsers' reports of blocked content, and logs a few distinct samples an hour.
 * Reports carry neither cookies nor an origin, so they are exempt from the cross-site check, and nothing in them is trusted.
 */
export function takeCspReports(
  registry: Registry,
  loggedPath: (path: string) => string,
  now = Date.now,
): RequestHandler[] {
  const limited = new Counter({
    name: "awning_limited_total",
    help: "Reports at POST /csp-report beyond their limit",
    labelNames: ["what"],
    registers: [registry],
  });
  const reports = new Counter({
    name: "awning_csp_reports_total",
    help: "Reports of browsers at POST /csp-report",
    labelNames: ["tenant"],
    registers: [registry],
  });
  const isNewSample = createSampleFilter(now);
  let windowStart = 0;
  let taken = 0;
  return [
    (_req, res, next) => {
      if (now() - windowStart >= WINDOW_MS) [windowStart, taken] = [now(), 0];
      if (++taken <= MAX_PER_WINDOW) return next();
      limited.inc({ what: "csp-report" });
      res.set("Connection", "close").status(429).end();
    },
    raw({ type: () => true, limit: MAX_BYTES, inflate: false }),
    (req, res) => {
      const { id: tenant } = req.site.tenant;
      reports.inc({ tenant });
      for (const sample of readCspReport(req.body, loggedPath))
        if (isNewSample(tenant, sample)) req.log.warn(sample, "content blocked by the policy");
      res.status(204).end();
    },
  ];
}
