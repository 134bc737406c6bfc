import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

type Variant = { head: string[]; body: Buffer };

/** An answer that is kept in memory, in the encodings that browsers accept. */
export type Variants = { etag: string; plain: Variant; br: Variant; gzip: Variant; notModified: string[] };

export const etagOf = (body: Buffer) => `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;

/** Compresses a body once for all its visitors. */
export async function toVariants(
  body: Buffer,
  { etag, isCompressible = true, ...rest }: { etag: string; headers: Record<string, string>; isCompressible?: boolean },
) {
  const headers = { ...rest.headers, ETag: etag };
  const all = Object.entries(headers).flat();
  const variant = (bytes: Buffer, encoding?: string): Variant => ({
    head: all.concat(encoding ? ["Content-Encoding", encoding] : [], "Content-Length", String(bytes.length)),
    body: toOwnMemory(bytes),
  });
  const plain = variant(body);
  const [br, gzipped] = isCompressible
    ? await Promise.all([promisify(brotliCompress)(body, BROTLI), promisify(gzip)(body, { level: 9 })])
    : [];
  return {
    etag,
    plain,
    br: br ? variant(br, "br") : plain,
    gzip: gzipped ? variant(gzipped, "gzip") : plain,
    notModified: Object.entries(headers)
      .filter(([name]) => !/^content-type$/i.test(name))
      .flat(),
  } satisfies Variants;
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Sends the variant that the client accepts, or 304. */
export function sendVariant({ method, headers }: IncomingMessage, res: ServerResponse, variants: Variants) {
  const known = headers["if-none-match"];
  const isKnown = known?.trim() === "*" || known?.includes(variants.etag);
  const { head, body } = variants[pickEncoding(headers["accept-encoding"])];
  if (isKnown) {
    res.removeHeader("Content-Type"); // Express may have set it
    res.writeHead(304, variants.notModified).end();
  } else res.writeHead(200, head).end(method === "HEAD" ? undefined : body);
}

const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

export const takesGzip = (accepted: string | string[] = "") => TAKES_GZIP.test(String(accepted));

function pickEncoding(accepted: string | string[] = "") {
  return TAKES_BROTLI.test(String(accepted)) ? "br" : takesGzip(accepted) ? "gzip" : "plain";
}

/** Node allocates buffers below 32 KB from 64 KB pools: a kept slice would hold its whole pool in memory. */
function toOwnMemory(body: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return own;
}

/** The bytes of memory that the bodies take. */
export const sizeOfVariants = ({ plain, br, gzip: gzipped }: Variants) =>
  [...new Set([plain, br, gzipped])].reduce((sum, { body }) => sum + body.length, 0);
