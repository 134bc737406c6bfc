import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import { hasPostForm, needsFormProof } from "#app/session/form-proof.server.ts";
import type { Site } from "#app/tenant/site.server.ts";
import type { Personal } from "#app/ui/frame/personal-parts.tsx";

import { CACHED_PAGE } from "./cache-control.server.ts";
import { joinAsGzip } from "./gzip-pieces.server.ts";
import { cutShell, fillShell, type Shell } from "./page-shell.server.tsx";
import { securityHeaders } from "./security-headers.server.ts";

/** `hasFailedPart`: something failed, so the next rendering may be better. */
export type Rendered = { status: number; headers: Headers; html?: Buffer; hasFailedPart?: boolean };

type Variant = { head: string[]; body: Buffer };

/** A page for everybody: compressed for visitors without a session, and as a shell for shoppers' own parts. */
export type CachedPage = {
  etag: string;
  /** Contains a POST form, which needs a proof in text browsers. */
  hasForm: boolean;
  plain: Variant;
  br: Variant;
  gzip: Variant;
  notModified: string[];
  shell: Shell;
  /** The headers of a filled shell. */
  personalHeaders: Record<string, string>;
};

const ANONYMOUS: Personal = { viewer: null, notices: [] };

/**
 * Null if the answer must not be cached. Returns `former` if nothing changed, to save the compression.
 * @param secret marks the shell's placeholders and the shop's own inline scripts
 */
export async function toCachedPage(rendered: Rendered, secret: string, site: Site, former: CachedPage | null) {
  const { status, headers, hasFailedPart } = rendered;
  if (status !== 200 || !rendered.html || hasFailedPart || headers.has("set-cookie")) return null;
  const marked = rendered.html.toString();
  const shell = cutShell(marked.replaceAll(` nonce="${secret}"`, ""), secret);
  const html = Buffer.concat(fillShell(shell, ANONYMOUS).map(({ plain }) => plain));
  const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
  if (former?.etag === etag) return former;

  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(html, brotliOptions),
    promisify(gzip)(html, { level: 9 }),
  ]);
  const secured = securityHeaders(site, hashScripts(marked, secret));
  const common = { ...CACHED_PAGE, ETag: etag, ...secured };
  const all = Object.entries({ ...Object.fromEntries(headers), ...common }).flat();
  const variant = (body: Buffer, encoding?: string): Variant => ({
    head: [...all, ...(encoding ? ["Content-Encoding", encoding] : []), "Content-Length", String(body.length)],
    body: toOwnMemory(body),
  });
  return {
    etag,
    hasForm: hasPostForm(html.toString()),
    plain: variant(html),
    br: variant(br, "br"),
    gzip: variant(gzipped, "gzip"),
    notModified: Object.entries(common).flat(),
    shell,
    personalHeaders: { ...Object.fromEntries(headers), ...secured },
  } satisfies CachedPage;
}

/** False if the page has a form and this browser needs a proof in it. */
export const suits = ({ headers }: IncomingMessage, hasForm: boolean) =>
  !hasForm || !needsFormProof((name) => name in headers);

/** Sends the page of visitors without a session. */
export function sendCachedPage({ method, headers }: IncomingMessage, res: ServerResponse, page: CachedPage) {
  const known = headers["if-none-match"];
  const isKnown = known?.trim() === "*" || known?.includes(page.etag);
  const { head, body } = page[pickEncoding(headers["accept-encoding"])];
  if (isKnown) res.writeHead(304, page.notModified).end();
  else res.writeHead(200, head).end(method === "HEAD" ? undefined : body);
}

/** Sends the page with a visitor's own parts. Cache-Control is the pipeline's (cache-control.server.ts). */
export function sendFilledPage(
  { method, headers }: IncomingMessage,
  res: ServerResponse,
  page: CachedPage,
  personal: Personal,
) {
  const pieces = fillShell(page.shell, personal);
  const isGzip = TAKES_GZIP.test(String(headers["accept-encoding"] ?? ""));
  const body = isGzip ? joinAsGzip(pieces) : Buffer.concat(pieces.map(({ plain }) => plain));
  res.setHeaders(new Map(Object.entries(page.personalHeaders)));
  res.appendHeader("Vary", "Accept-Encoding");
  if (isGzip) res.setHeader("Content-Encoding", "gzip");
  res.setHeader("Content-Length", body.length);
  res.writeHead(200).end(method === "HEAD" ? undefined : body);
}

const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

function pickEncoding(accepted: string | string[] = "") {
  const offers = String(accepted);
  return TAKES_BROTLI.test(offers) ? "br" : TAKES_GZIP.test(offers) ? "gzip" : "plain";
}

/** Node allocates buffers below 32 KB from 64 KB pools: a kept slice would hold its whole pool in memory. */
function toOwnMemory(body: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return own;
}

/** Hashes only scripts with this rendering's secret, which content cannot contain, so injected scripts do not run. */
const hashScripts = (html: string, secret: string) =>
  [...html.matchAll(new RegExp(`<script(?=[^>]* nonce="${secret}")(?![^>]* src=)[^>]*>([^]*?)</script>`, "g"))].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );

/** The bytes of memory that a page takes. The shell contains the page again: plain, and in about the size of gzip. */
export const sizeOfPage = ({ plain, br, gzip: gzipped }: CachedPage) =>
  2 * plain.body.length + br.body.length + 2 * gzipped.body.length;
