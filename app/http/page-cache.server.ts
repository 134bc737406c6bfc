import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import { LRUCache } from "lru-cache";
import { Counter, Registry } from "prom-client";

import type { VersionOf } from "#app/commerce/follow-changes.server.ts";
import type { Site } from "#app/tenant/site.server.ts";

import type { Tenant } from "../../config/brand/schema.ts";
import { inLanguage } from "../../config/language/current.ts";
import { hasOwnCookie } from "./cache-control.server.ts";
import { type CachedPage, type Rendered, sizeOfPage, suits, toCachedPage } from "./cached-page.server.ts";
import { saysJavaScript } from "./client-hints.server.ts";
import { sendVariant } from "./files/variants.server.ts";
import type { UrlFacts } from "./route-handles.server.ts";

const FRESH_MS = 5_000;
const STALE_MS = 60_000;
const KEPT_MS = FRESH_MS + STALE_MS;
/** Characters of an address. */
const MAX_URL = 500;
/** Addresses with one request so far. Each takes about 100 bytes. */
const MAX_ASKED_ONCE = 5_000;

/**
 * `page` is null while the page cannot be cached, so that not every request tries again. `version` is the brand's version that
 * the page shows.
 */
type Kept = { tenant: Tenant; version?: string; page: CachedPage | null; madeAt: number; triedAt: number };

const NONE = { version: undefined, page: null, madeAt: -Infinity };

/** `miss` includes pages that cannot be cached. */
type Outcome = "hit" | "stale" | "miss";

/** The facts about a request that select a cached page, beside its path. */
type Visit = Pick<IncomingMessage, "site" | "language">;

type PageCacheOptions = {
  /** The paths of cached pages (route-handles.server.ts). */
  kept: UrlFacts["kept"];
  /** Total of all variants. The least recently used pages go first. */
  maxBytes: number;
  /** Renders the shell of the page, in the current language. `secret` marks its placeholders (ShellContext), and as nonce the shop's own inline scripts. */
  render(site: Site, path: string, secret: string): Promise<Rendered>;
  onError(error: unknown): void;
  versionOf?: VersionOf;
  registry?: Registry;
  now?: () => number;
};

/**
 * Caches pages in two forms. Visitors without a session get a compressed page before Express runs. All others get a shell, whose
 * placeholders are filled with their personal parts. A page is fresh for five seconds, then sent for a minute while it is
 * refreshed. After a change of version, pages are rendered again before they are sent. Concurrent requests share one rendering. A
 * form's proof belongs to one visitor, so a page with a form is rendered for each text browser. `no-cache` stops shared caches
 * from sending it to another visitor. A filtered list is cached from its second request within a minute. Compression costs twice
 * as much as rendering, and most filter combinations are requested once.
 */
export function createPageCache({
  maxBytes,
  kept: keptPaths,
  render,
  onError,
  versionOf = () => undefined,
  registry = new Registry(),
  now = Date.now,
}: PageCacheOptions) {
  const pages = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  const flights = new Map<string, Promise<CachedPage | null>>();
  const countOutcome = countOutcomes(registry);
  const isFirstRequest = createFirstRequests(now);

  /** Answers visitors without cookies, or calls `next` if the page is not cached. */
  function serve(req: IncomingMessage, res: ServerResponse, next: () => void) {
    // An answer that sets a cookie belongs to one visitor.
    const isPersonal = hasOwnCookie(req.headers.cookie) || res.hasHeader("Set-Cookie");
    const url = isPersonal ? null : keptUrl(req, keptPaths);
    if (url === null) return next();
    req.routePattern = url.split("?")[0];
    const { page, flight } = look(req, url);
    if (page) return suits(req, page.hasForm) ? sendVariant(req, res, page.variants) : next();
    // A browser with scripts accepts a stream, which begins before the page is complete.
    if (!flight || saysJavaScript(req.headers.cookie ?? "")) return next();
    void flight.then((made) => (made && suits(req, made.hasForm) ? sendVariant(req, res, made.variants) : next()));
  }

  /** The page that any visitor's parts fit into, or null. Renders a missing page for later requests. */
  function find(req: IncomingMessage): CachedPage | null {
    const url = keptUrl(req, keptPaths);
    if (url === null || !suits(req, HAS_LOGOUT_FORM) || !keptPaths.get(url.split("?")[0]!)?.isForEverybody) return null;
    const { page } = look(req, url);
    return page?.isForVisitors ? null : page;
  }

  /** The cached page, if it is young enough, or the rendering of a missing one. Refreshes a stale page. */
  function look(visit: Visit, url: string): { page: CachedPage | null; flight: Promise<CachedPage | null> | null } {
    const { site, language } = visit;
    const { tenant } = site;
    const key = `${tenant.id} ${language.code} ${site.origin}${url}`;
    const version = versionOf(tenant.id);
    const known = pages.get(key);
    const kept = known?.tenant === tenant && known.version === version ? known : undefined;
    const isDue = !kept || now() - kept.triedAt >= FRESH_MS;
    if (kept?.page && now() - kept.madeAt < KEPT_MS) {
      countOutcome(tenant.id, isDue ? "stale" : "hit");
      if (isDue) void fill(key, visit, url, version);
      return { page: kept.page, flight: null };
    }
    countOutcome(tenant.id, "miss");
    const isPassed = !isDue || (url.includes("?") && isFirstRequest(key));
    return { page: null, flight: isPassed ? null : fill(key, visit, url, version) };
  }

  function fill(key: string, visit: Visit, path: string, version?: string): Promise<CachedPage | null> {
    const name = `${key} ${version}`;
    const flight =
      flights.get(name) ??
      inLanguage(visit.language, () => make(key, visit.site, path, version)).finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  }

  async function make(key: string, site: Site, path: string, version?: string) {
    const { tenant } = site;
    const triedAt = now();
    const known = pages.get(key);
    const former = known?.tenant === tenant ? known : NONE;
    try {
      const secret = randomBytes(16).toString("base64url");
      const rendered = await render(site, path, secret);
      const page = await toCachedPage({ rendered, path, secret, site, former: former.page });
      // If the backend failed, the former page is sent until it reaches its maximum age.
      const isFailed = rendered.hasFailedPart === true || rendered.status >= 500;
      const instead = isFailed || former.version === version ? former : NONE;
      const made = page ? { page, madeAt: triedAt } : { page: instead.page, madeAt: instead.madeAt };
      if (versionOf(tenant.id) === version) pages.set(key, { tenant, version, ...made, triedAt });
      return now() - made.madeAt < KEPT_MS ? made.page : null;
    } catch (error) {
      onError(error);
      return null;
    }
  }

  return { serve, find };
}

/** Counts the outcome of each request, by tenant. */
function countOutcomes(registry: Registry) {
  /** By tenant. Plain numbers until the metrics are read: prom-client builds a key of the labels for each count. */
  const outcomes = new Map<string, Record<Outcome, number>>();
  new Counter({
    name: "awning_page_cache_total",
    help: "Requests for pages that may be kept: sent as kept, sent while made again, or waited for",
    labelNames: ["tenant", "outcome"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [tenant, counts] of outcomes)
        for (const [outcome, count] of Object.entries(counts)) this.inc({ tenant, outcome }, count);
    },
  });
  return (tenant: string, outcome: Outcome) => {
    let counts = outcomes.get(tenant);
    if (counts === undefined) outcomes.set(tenant, (counts = { hit: 0, stale: 0, miss: 0 }));
    counts[outcome]++;
  };
}

/** Returns a function that records a request, and returns true for the first one of its key within a minute. */
function createFirstRequests(now: () => number) {
  /** Times of first requests, by a hash of the key. */
  const askedOnce = new LRUCache<string, number>({ max: MAX_ASKED_ONCE });
  return (key: string) => {
    const hash = createHash("sha256").update(key).digest("base64url").slice(0, 22);
    const askedAt = askedOnce.get(hash) ?? -Infinity;
    if (now() - askedAt < KEPT_MS) return false;
    askedOnce.set(hash, now());
    return true;
  };
}

/** The frame of every shopper's page has this form. */
const HAS_LOGOUT_FORM = true;

/** The URL that is the cache key, or null. A cached page without `href` has no parameters. */
function keptUrl({ method, url = "" }: IncomingMessage, keptPaths: UrlFacts["kept"]): string | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const queryAt = url.indexOf("?");
  if (queryAt === -1) return keptPaths.has(url) ? url : null;
  const href = keptPaths.get(url.slice(0, queryAt))?.href?.(new URLSearchParams(url.slice(queryAt)));
  return href === undefined || href.length > MAX_URL ? null : href;
}

const sizeOf = ({ page }: Kept) => 1_000 + (page ? sizeOfPage(page) : 0);
