import { raw, type RequestHandler } from "express";
import { createSampleFilter, readCspReport } from "./csp-samples.server.ts";
import type { Count } from "#app/metrics.server.ts";

/** Room for a Reporting API batch: each entry repeats the whole policy. */
const MAX_BYTES = 32 * 1024;
const WINDOW_MS = 60_000;
/** All brands together: enough to see a problem, too few to cause load. */
const MAX_PER_WINDOW = 600;

/** Counts CSP reports and logs some samples. Exempt from the cross-site check, so their content is untrusted. */
export function takeCspReports(count: Count, now = Date.now): RequestHandler[] {
  const isNewSample = createSampleFilter(now);
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
      const { id: tenant } = req.site.tenant;
      count("awning_csp_reports_total", { tenant });
      for (const sample of readCspReport(req.body))
        if (isNewSample(tenant, sample)) req.log.warn(sample, "content blocked by the policy");
      res.status(204).end();
    },
  ];
}
