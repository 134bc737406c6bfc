import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import { LRUCache } from "lru-cache";
import { Counter, Registry } from "prom-client";

import { hasPostForm, needsFormProof } from "#app/session/form-proof.server.ts";
import type { Site } from "#app/tenant/site.server.ts";

import type { Tenant } from "../../config/schema.ts";
import { hasOwnCookie, KEPT_PAGE } from "./cache-control.server.ts";
import { saysJavaScript } from "./client-hints.server.ts";
import { securityHeaders } from "./security-headers.server.ts";

const FRESH_MS = 5_000;
const STALE_MS = 60_000;
const KEPT_MS = FRESH_MS + STALE_MS;
/** Addresses that were requested once so far. Each takes about 100 bytes. */
const MAX_ASKED_ONCE = 5_000;

/** `hasFailedPart`: a component threw, so the next rendering may be better. */
type Rendered = { status: number; headers: Headers; html?: Buffer; hasFailedPart?: boolean };
type Variant = { head: string[]; body: Buffer };
/** `hasForm`: contains a POST form, which needs a proof in text browsers. */
type Page = { etag: string; hasForm: boolean; plain: Variant; br: Variant; gzip: Variant; notModified: string[] };
/** `page` is null while the page cannot be kept, so that not every request tries again. */
type Kept = { tenant: Tenant; page: Page | null; madeAt: number; triedAt: number };

/** `miss` includes pages that cannot be kept. */
type Outcome = "hit" | "stale" | "miss";

/** Normalises the catalogue's query, so that equal lists share one key. */
type CatalogueHref = (search: URLSearchParams) => string;

type PageCacheOptions = {
  catalogueHref: CatalogueHref;
  /** Total of all variants. The least recently used pages go first. */
  maxBytes: number;
  /** Renders the page for a visitor without cookies. `nonce` marks the shop's own inline scripts. */
  render(site: Site, path: string, nonce: string): Promise<Rendered>;
  onError(error: unknown): void;
  registry?: Registry;
  now?: () => number;
};

/**
 * Keeps compressed pages that are the same for every visitor without a session, and answers before Express runs. A page
 * is fresh for five seconds, then sent for a minute while it is refreshed. Concurrent requests share one rendering. A
 * form's proof belongs to one visitor, so a page with a form is rendered for each text browser; `no-cache` keeps shared
 * caches from giving it another one. A filtered list is kept from its second request within a minute: compression costs
 * twice as much as rendering, and most filter combinations are requested once.
 */
export function createPageCache({
  maxBytes,
  catalogueHref,
  render,
  onError,
  registry = new Registry(),
  now = Date.now,
}: PageCacheOptions) {
  const pages = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  const flights = new Map<string, Promise<Page | null>>();
  /** Times of first requests, by a hash of the key. */
  const askedOnce = new LRUCache<string, number>({ max: MAX_ASKED_ONCE });
  const outcomes = new Counter({
    name: "awning_page_cache_total",
    help: "Requests for pages that may be kept: sent as kept, sent while made again, or waited for",
    labelNames: ["tenant", "outcome"],
    registers: [registry],
  });
  const countOutcome = (tenant: string, outcome: Outcome) => outcomes.inc({ tenant, outcome });

  /** Answers from the cache, or calls `next` if the page is not kept. */
  function serve(req: IncomingMessage, res: ServerResponse, next: () => void) {
    const path = keptPath(req, catalogueHref);
    if (path === null) return next();
    const { site } = req;
    req.routePattern = path.split("?")[0];
    const key = `${site.tenant.id} ${site.origin}${path}`;
    const known = pages.get(key);
    const kept = known?.tenant === site.tenant ? known : undefined;
    const age = kept ? now() - kept.madeAt : Infinity;
    const isDue = !kept || now() - kept.triedAt >= FRESH_MS;

    if (kept?.page && !suits(req, kept.page)) return next();
    if (kept?.page && age < KEPT_MS) {
      countOutcome(site.tenant.id, isDue ? "stale" : "hit");
      if (isDue) void fill(key, site, path);
      return send(req, res, kept.page);
    }
    countOutcome(site.tenant.id, "miss");
    if (!isDue || (path.includes("?") && isFirstRequest(key))) return next();
    const flight = fill(key, site, path);
    // This browser accepts a stream, which begins before the page is complete.
    if (saysJavaScript(req.headers.cookie ?? "")) return next();
    void flight.then((page) => (page && suits(req, page) ? send(req, res, page) : next()));
  }

  /** Records the request. True for the first one within a minute. */
  function isFirstRequest(key: string) {
    const hash = createHash("sha256").update(key).digest("base64url").slice(0, 22);
    const askedAt = askedOnce.get(hash) ?? -Infinity;
    if (now() - askedAt < KEPT_MS) return false;
    askedOnce.set(hash, now());
    return true;
  }

  function fill(key: string, site: Site, path: string): Promise<Page | null> {
    const flight = flights.get(key) ?? make(key, site, path).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  }

  async function make(key: string, site: Site, path: string) {
    const { tenant } = site;
    const triedAt = now();
    const known = pages.get(key);
    const former = known?.tenant === tenant ? known : { page: null, madeAt: -Infinity };
    try {
      const nonce = randomBytes(16).toString("base64url");
      const page = await toPage(await render(site, path, nonce), nonce, site, former.page);
      if (page) pages.set(key, { tenant, page, madeAt: triedAt, triedAt });
      else pages.set(key, { tenant, page: former.page, madeAt: former.madeAt, triedAt });
      return page;
    } catch (error) {
      onError(error);
      return null;
    }
  }

  return { serve };
}

const KEPT_PATHS = new Set([
  "/login",
  "/signup",
  "/forgot",
  "/redeem-voucher",
  "/contact-us",
  "/help-center",
  "/terms-conditions",
  "/privacy",
  "/cookies",
  "/about-us",
  "/redemption",
  "/redemptionpage",
  "/purchase-voucher",
]);

/** The cache key, or null. Pages besides the catalogue have none with parameters, so no parameter can be missed. */
function keptPath({ method, url = "", headers }: IncomingMessage, catalogueHref: CatalogueHref): string | null {
  if ((method !== "GET" && method !== "HEAD") || (headers.cookie && hasOwnCookie(headers.cookie))) return null;
  if (url.startsWith("/?")) return catalogueHref(new URLSearchParams(url.slice(2)));
  return url === "/" || KEPT_PATHS.has(url) ? url : null;
}

/** False if the page has a form and this browser needs a proof in it. */
const suits = ({ headers }: IncomingMessage, { hasForm }: Page) =>
  !hasForm || !needsFormProof((name) => name in headers);

function send({ method, headers }: IncomingMessage, res: ServerResponse, page: Page) {
  const isKnown = headers["if-none-match"]?.includes(page.etag);
  const { head, body } = page[pickEncoding(headers["accept-encoding"])];
  if (isKnown) res.writeHead(304, page.notModified).end();
  else res.writeHead(200, head).end(method === "HEAD" ? undefined : body);
}

const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

function pickEncoding(accepted: string | string[] = "") {
  const offers = String(accepted);
  return TAKES_BROTLI.test(offers) ? "br" : TAKES_GZIP.test(offers) ? "gzip" : "plain";
}

/** Null if the answer must not be kept. Returns `former` if nothing changed, to save the compression. */
async function toPage(rendered: Rendered, nonce: string, site: Site, former: Page | null): Promise<Page | null> {
  const { status, headers, hasFailedPart } = rendered;
  if (status !== 200 || !rendered.html || hasFailedPart || headers.has("set-cookie")) return null;
  const marked = rendered.html.toString();
  const html = Buffer.from(marked.replaceAll(` nonce="${nonce}"`, ""));
  const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
  if (former?.etag === etag) return former;

  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(html, brotliOptions),
    promisify(gzip)(html, { level: 9 }),
  ]);
  const common = { ...KEPT_PAGE, ETag: etag, ...securityHeaders(site, hashScripts(marked, nonce)) };
  const all = Object.entries({ ...Object.fromEntries(headers), ...common }).flat();
  const variant = (body: Buffer, encoding?: string): Variant => ({
    head: [...all, ...(encoding ? ["Content-Encoding", encoding] : []), "Content-Length", String(body.length)],
    body: toOwnMemory(body),
  });
  return {
    etag,
    hasForm: hasPostForm(marked),
    plain: variant(html),
    br: variant(br, "br"),
    gzip: variant(gzipped, "gzip"),
    notModified: Object.entries(common).flat(),
  };
}

/** Node allocates buffers below 32 KB from 64 KB pools: a kept slice would hold its whole pool in memory. */
function toOwnMemory(body: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return own;
}

/** Hashes only scripts with this rendering's nonce, which content cannot know, so injected scripts do not run. */
const hashScripts = (html: string, nonce: string) =>
  [...html.matchAll(new RegExp(`<script(?=[^>]* nonce="${nonce}")(?![^>]* src=)[^>]*>([^]*?)</script>`, "g"))].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );

const sizeOf = ({ page }: Kept) =>
  1_000 + (page ? page.plain.body.length + page.br.body.length + page.gzip.body.length : 0);
