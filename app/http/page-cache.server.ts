import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { Counter, Registry } from "prom-client";
import type { Tenant } from "../../config/schema.ts";
import { hasOwnCookie, KEPT_PAGE } from "./cache-control.server.ts";
import { hasPostForm, needsFormProof } from "#app/session/form-proof.server.ts";
import { saysJavaScript } from "./client-hints.server.ts";
import { securityHeaders } from "./security-headers.server.ts";
import type { Site } from "#app/tenant/site.server.ts";

const FRESH_MS = 5_000;
const STALE_MS = 60_000;
const KEPT_MS = FRESH_MS + STALE_MS;
/** So many addresses that were asked for once are remembered: 100 bytes each. */
const MAX_ASKED_ONCE = 5_000;

/** `hasFailedPart`: something threw while it was rendered, so that the next rendering may be better. */
type Rendered = { status: number; headers: Headers; html?: Buffer; hasFailedPart?: boolean };
type Variant = { head: string[]; body: Buffer };
/** `hasForm`: with a form that text browsers need a proof of their own for. */
type Page = { etag: string; hasForm: boolean; plain: Variant; br: Variant; gzip: Variant; notModified: string[] };
/** `page` is null while it can't be kept, so that it is not tried again at each request. */
type Kept = { tenant: Tenant; page: Page | null; madeAt: number; triedAt: number };

/** `miss` also where the page of this moment cannot be kept. */
type Outcome = "hit" | "stale" | "miss";

/** The one address of all that ask for the same list of cards. */
type CatalogueHref = (search: URLSearchParams) => string;

type PageCacheOptions = {
  catalogueHref: CatalogueHref;
  /** Of everything kept, compressed and plain; what was used longest ago goes first. */
  maxBytes: number;
  /** The whole page as anybody gets it who brings no cookie; `nonce` marks the scripts that are the shop's own. */
  render(site: Site, path: string, nonce: string): Promise<Rendered>;
  onError(error: unknown): void;
  registry?: Registry;
  now?: () => number;
};

/**
 * Pages that are the same for every visitor without a session, kept whole and compressed, and sent before Express has
 * been asked. Each is fresh for five seconds; for a minute more it is sent while it is made anew; after that a visitor
 * waits. However many ask for a page, it is made once. A tenant that was read anew begins with no pages.
 *
 * A kept page is anybody's, and the proof in a form is one visitor's: so a text browser's forms are made for it. Shared
 * caches ask the shop each time (`no-cache`), so that they never answer such a browser with what others get.
 *
 * A filtered list is kept from the second request within that minute on: compressing a page as well as a kept one
 * deserves costs twice as much as rendering it, and most combinations of filters are asked for once.
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
  /** When an address was first asked for, by a hash of its key. */
  const askedOnce = new LRUCache<string, number>({ max: MAX_ASKED_ONCE });
  const outcomes = new Counter({
    name: "awning_page_cache_total",
    help: "Requests for pages that may be kept: sent as kept, sent while made again, or waited for",
    labelNames: ["tenant", "outcome"],
    registers: [registry],
  });
  const countOutcome = (tenant: string, outcome: Outcome) => outcomes.inc({ tenant, outcome });

  /** Answers from what is kept; `next` is called where there is nothing to keep or to wait for. */
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
    // Where scripts run the page may begin at once and bring the rest when it comes.
    if (saysJavaScript(req.headers.cookie ?? "")) return next();
    void flight.then((page) => (page && suits(req, page) ? send(req, res, page) : next()));
  }

  /** True for the first request in a minute; remembers it. */
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

/** The pages that are kept beside the catalogue. */
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

/**
 * The one address of what is asked for, or null where it is not kept. A list is told apart by what the catalogue itself
 * reads of its address; any other page is kept without parameters only, so that none that it reads can be forgotten.
 */
function keptPath({ method, url = "", headers }: IncomingMessage, catalogueHref: CatalogueHref): string | null {
  if ((method !== "GET" && method !== "HEAD") || (headers.cookie && hasOwnCookie(headers.cookie))) return null;
  if (url.startsWith("/?")) return catalogueHref(new URLSearchParams(url.slice(2)));
  return url === "/" || KEPT_PATHS.has(url) ? url : null;
}

/** False for a form that goes to a browser whose forms need a proof. */
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

/** A page to keep, or null where this answer is not one. Where nothing has changed, `former` is not compressed again. */
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

/** Node cuts buffers below 32 KB out of 64 KB pieces: kept as they came, each would keep its whole piece. */
function toOwnMemory(body: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return own;
}

/**
 * The CSP sources of a page's own inline scripts: those that carry the nonce of this rendering, which nothing in the
 * page's content can know. A script that got into the page in another way has no hash and does not run.
 */
const hashScripts = (html: string, nonce: string) =>
  [...html.matchAll(new RegExp(`<script(?=[^>]* nonce="${nonce}")(?![^>]* src=)[^>]*>([^]*?)</script>`, "g"))].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );

const sizeOf = ({ page }: Kept) =>
  1_000 + (page ? page.plain.body.length + page.br.body.length + page.gzip.body.length : 0);
