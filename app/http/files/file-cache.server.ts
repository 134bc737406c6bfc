import type { IncomingMessage, RequestListener } from "node:http";

import type { Request, Response } from "express";
import { LRUCache } from "lru-cache";
import { Gauge, Registry } from "prom-client";

import type { Tenant } from "../../../config/brand/schema.ts";
import { etagOf, sendVariant, sizeOfVariants, toVariants, type Variants } from "./variants.server.ts";

/** For an address that names the file's content. */
export const FOREVER = "public, max-age=31536000, immutable";

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_BYTES_OF_BRAND = 8 * 1024 * 1024;
/** The bytes of an entry without its bodies. */
const OVERHEAD = 2_000;

/** The addresses of files that name their content. */
const NAMES_CONTENT = new RegExp(
  [
    "^/brand\\.css\\?v=\\w+$",
    "^/media/brand/[\\w.-]+\\?v=[\\w.-]+$",
    "^/media/cards/[1-9]\\d*\\.(svg|png)\\?v=[\\w-]+(&crop=(thumb|social))?$",
    "^/media/pictures/\\w+\\.webp$",
  ].join("|"),
);

type Kept = { tenant: Tenant; file: Variants };

/**
 * Keeps the pictures and style sheets of brands in memory, compressed once, as long as their address names their content and the
 * brand's configuration stays. A brand that needs more than its share loses its least recently used files.
 */
export function createFileCache(
  registry = new Registry(),
  { maxBytes = MAX_BYTES, ofBrand = MAX_BYTES_OF_BRAND } = {},
) {
  /** By tenant. */
  const bytes = new Map<string, number>();
  const count = (tenant: Tenant, change: number) => bytes.set(tenant.id, (bytes.get(tenant.id) ?? 0) + change);
  const files = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    maxEntrySize: ofBrand,
    sizeCalculation: sizeOf,
    onInsert: (kept) => count(kept.tenant, sizeOf(kept)),
    dispose: (kept) => count(kept.tenant, -sizeOf(kept)),
  });
  new Gauge({
    name: "awning_file_cache_bytes",
    help: "Memory of the pictures and style sheets that are kept, by brand",
    labelNames: ["tenant"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [tenant, size] of bytes) if (size > 0) this.set({ tenant }, size);
    },
  });

  /** Answers with a kept file before Express runs. */
  const serve =
    (next: RequestListener): RequestListener =>
    (req, res) => {
      const kept = namesContent(req) ? files.get(keyOf(req)) : undefined;
      if (kept?.tenant !== req.site.tenant) return next(req, res);
      req.routePattern = "file";
      sendVariant(req, res, kept.file);
    };

  /** Sends the body of a file with the headers that were set. Keeps the file if the headers allow it. */
  async function send(req: Request, res: Response, body: Buffer) {
    const isKept = res.get("Cache-Control") === FOREVER && namesContent(req);
    const isCompressible = isKept && /svg|css/.test(res.get("Content-Type") ?? "");
    res.vary("Accept-Encoding");
    res.removeHeader("ETag"); // the API's
    const file = await toVariants(body, { etag: etagOf(body), headers: headersOf(res), isCompressible });
    if (isKept) keep(keyOf(req), { tenant: req.site.tenant, file });
    sendVariant(req, res, file);
  }

  function keep(key: string, kept: Kept) {
    files.set(key, kept);
    const { id } = kept.tenant;
    for (const oldest of files.rkeys()) {
      if (bytes.get(id)! <= ofBrand) return;
      if (files.peek(oldest)!.tenant.id === id) files.delete(oldest);
    }
  }

  return { serve, send };
}

export type FileCache = ReturnType<typeof createFileCache>;

const namesContent = ({ method, url = "" }: IncomingMessage) =>
  (method === "GET" || method === "HEAD") && NAMES_CONTENT.test(url);

const keyOf = ({ site, url }: IncomingMessage) => `${site.tenant.id} ${site.origin}${url}`;

const headersOf = (res: Response) =>
  Object.fromEntries(Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]));

const sizeOf = ({ file }: Kept) => OVERHEAD + sizeOfVariants(file);
