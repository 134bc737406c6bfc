import { z } from "zod";

/** Helps an operator find the blocked content. The values are untrusted and contain no secrets. */
export type CspSample = { directive: string; blocked: string; path: string };

/** Distinct samples per brand and hour. */
const MAX_SAMPLES = 20;
const WINDOW_MS = 60 * 60_000;
/** Further entries of a batch are ignored. */
const MAX_REPORTS = 20;
const MAX_PATH = 100;

/** The body of `report-uri` (application/csp-report). */
const LegacyReport = z.object({
  "csp-report": z.object({
    "document-uri": z.string(),
    "blocked-uri": z.string().default(""),
    "effective-directive": z.string().optional(),
    "violated-directive": z.string().optional(),
  }),
});

/** One entry of the list that `report-to` sends (application/reports+json). */
const Report = z.object({
  type: z.literal("csp-violation"),
  body: z.object({
    documentURL: z.string(),
    blockedURL: z.string().nullish(),
    effectiveDirective: z.string(),
  }),
});

/**
 * Reads both body formats. Returns no samples for any other body.
 * @param loggedPath hides secrets in a path
 */
export function readCspReport(body: unknown, loggedPath: (path: string) => string): CspSample[] {
  const toSample = (directive: string, blocked: string, page: string): CspSample => ({
    directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? "unknown",
    blocked: toOrigin(blocked),
    path: URL.canParse(page) ? loggedPath(new URL(page).pathname).slice(0, MAX_PATH) : "unknown",
  });

  const json = parseJson(body);
  const legacy = LegacyReport.safeParse(json);
  if (legacy.success) {
    const report = legacy.data["csp-report"];
    const directive = report["effective-directive"] ?? report["violated-directive"] ?? "";
    return [toSample(directive, report["blocked-uri"], report["document-uri"])];
  }
  if (!Array.isArray(json)) return [];
  return json.slice(0, MAX_REPORTS).flatMap((entry) => {
    const { data } = Report.safeParse(entry);
    return data ? [toSample(data.body.effectiveDirective, data.body.blockedURL ?? "", data.body.documentURL)] : [];
  });
}

function parseJson(body: unknown): unknown {
  try {
    return Buffer.isBuffer(body) ? JSON.parse(body.toString()) : null;
  } catch {
    return null;
  }
}

/** An origin, a scheme, or a word such as `inline`. Never a path, which may contain a secret. */
function toOrigin(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked;
  const url = URL.canParse(blocked) ? new URL(blocked) : null;
  if (!url) return "unknown";
  return (url.host ? `${url.protocol}//${url.host}` : url.protocol).slice(0, MAX_PATH);
}

/** Returns a function that is true for a brand's first report of a sample within an hour, up to MAX_SAMPLES. */
export function createSampleFilter(now = Date.now) {
  const seen = new Map<string, { from: number; samples: Set<string> }>();
  return (tenantId: string, { directive, blocked, path }: CspSample) => {
    const former = seen.get(tenantId);
    const { samples } = former && now() - former.from < WINDOW_MS ? former : openWindow(tenantId);
    const key = `${directive} ${blocked} ${path}`;
    if (samples.size >= MAX_SAMPLES || samples.has(key)) return false;
    samples.add(key);
    return true;
  };

  function openWindow(tenantId: string) {
    const opened = { from: now(), samples: new Set<string>() };
    seen.set(tenantId, opened);
    return opened;
  }
}
