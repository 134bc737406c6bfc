import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import { hasPostForm, needsFormProof } from "#app/session/form-proof.server.ts";
import type { Site } from "#app/tenant/site.server.ts";
import type { Personal } from "#app/ui/frame/personal-parts.tsx";

import { cachedPage } from "./cache-control.server.ts";
import { etagOf, takesGzip, toVariants, type Variants } from "./files/variants.server.ts";
import { joinAsGzip } from "./gzip-pieces.server.ts";
import { cutShell, fillShell, type Shell } from "./page-shell.server.tsx";
import { securityHeaders } from "./security-headers.server.ts";

/**
 * `hasFailedPart`: something failed, so the next rendering may be better. `isForVisitors`: signed-in shoppers see another page.
 */
export type Rendered = {
  status: number;
  headers: Headers;
  html?: Buffer;
  hasFailedPart?: boolean;
  isForVisitors?: boolean;
};

/** A page for everybody: compressed for visitors without a session, and as a shell for shoppers' own parts. */
export type CachedPage = {
  variants: Variants;
  /** Contains a POST form, which needs a proof in text browsers. */
  hasForm: boolean;
  isForVisitors: boolean;
  shell: Shell;
  path: string;
  /** The headers of a filled shell. */
  personalHeaders: Record<string, string>;
};

type Making = { rendered: Rendered; path: string; secret: string; site: Site; former: CachedPage | null };

/**
 * Null if the answer must not be cached. Returns `former` if nothing changed, to save the compression.
 * @param secret marks the shell's placeholders and the shop's own inline scripts
 */
export async function toCachedPage({ rendered, path, secret, site, former }: Making) {
  const { status, headers, hasFailedPart } = rendered;
  if (status !== 200 || !rendered.html || hasFailedPart || headers.has("set-cookie")) return null;
  const marked = rendered.html.toString();
  const shell = cutShell(marked.replaceAll(` nonce="${secret}"`, ""), secret);
  const html = Buffer.concat(fillShell(shell, { viewer: null, notices: [], path }).map(({ plain }) => plain));
  const etag = etagOf(html);
  if (former?.variants.etag === etag) return former;

  const own = { ...Object.fromEntries(headers), ...securityHeaders(site, hashScripts(marked, secret)) };
  return {
    variants: await toVariants(html, { etag, headers: { ...own, ...cachedPage(site.tenant) } }),
    hasForm: hasPostForm(html.toString()),
    isForVisitors: rendered.isForVisitors === true,
    shell,
    path,
    personalHeaders: own,
  } satisfies CachedPage;
}

/** False if the page has a form and this browser needs a proof in it. */
export const suits = ({ headers }: IncomingMessage, hasForm: boolean) =>
  !hasForm || !needsFormProof((name) => name in headers);

/** Sends the page with a visitor's own parts. Cache-Control is the pipeline's (cache-control.server.ts). */
export function sendFilledPage(
  { method, headers }: IncomingMessage,
  res: ServerResponse,
  page: CachedPage,
  personal: Personal,
) {
  const { viewer, unread, notices } = personal;
  const pieces = fillShell(page.shell, { viewer, unread, notices, path: page.path });
  const isGzip = takesGzip(headers["accept-encoding"]);
  const body = isGzip ? joinAsGzip(pieces) : Buffer.concat(pieces.map(({ plain }) => plain));
  res.setHeaders(new Map(Object.entries(page.personalHeaders)));
  res.appendHeader("Vary", "Accept-Encoding");
  if (isGzip) res.setHeader("Content-Encoding", "gzip");
  res.setHeader("Content-Length", body.length);
  res.writeHead(200).end(method === "HEAD" ? undefined : body);
}

/** Hashes only scripts with this rendering's secret, which content cannot contain, so injected scripts do not run. */
const hashScripts = (html: string, secret: string) =>
  [...html.matchAll(new RegExp(`<script(?=[^>]* nonce="${secret}")(?![^>]* src=)[^>]*>([^]*?)</script>`, "g"))].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );

/** The bytes of memory that a page takes. The shell contains the page again: plain, and in about the size of gzip. */
export const sizeOfPage = ({ variants: { plain, br, gzip } }: CachedPage) =>
  2 * plain.body.length + br.body.length + 2 * gzip.body.length;
