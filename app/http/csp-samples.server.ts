import { z } from "zod";
import { loggedPath } from "./sensitive-paths.server.ts";

/** What an operator needs to find what was blocked: nothing of it is believed, and nothing of it can be a secret. */
export type CspSample = { directive: string; blocked: string; path: string };

/** Distinct samples of a brand in one hour. */
const MAX_SAMPLES = 20;
const WINDOW_MS = 60 * 60_000;
/** A batch of the Reporting API is read so far. */
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

/** The samples in a report's body, whichever of the two forms it has; none where it has neither. */
export function readCspReport(body: unknown): CspSample[] {
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

const toSample = (directive: string, blocked: string, page: string): CspSample => ({
  directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? "unknown",
  blocked: toOrigin(blocked),
  path: URL.canParse(page) ? loggedPath(new URL(page).pathname).slice(0, MAX_PATH) : "unknown",
});

/** An origin, a scheme, or a word such as `inline` and `trusted-types-sink`: never a path, which may hold a secret. */
function toOrigin(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked;
  const url = URL.canParse(blocked) ? new URL(blocked) : null;
  if (!url) return "unknown";
  return (url.host ? `${url.protocol}//${url.host}` : url.protocol).slice(0, MAX_PATH);
}

/** True for a sample that its brand has not had in this hour, while there is room for more. */
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
