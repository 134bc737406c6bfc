import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

import { env } from "#app/base/env.server.ts";
import { createCommerceBackend } from "#app/commerce/backend.server.ts";
import { type createConnections } from "#app/commerce/transport.server.ts";
import { themeColourOf } from "#app/tenant/brand.ts";
import { defaultBanner } from "#app/tenant/default-banner.ts";
import { defaultIcon } from "#app/tenant/default-icon.ts";

import { BRAND_FILE, type Tenant } from "../../config/brand/schema.ts";

const TYPES: Record<string, string> = {
  ".svg": "image/svg+xml; charset=utf-8",
  ".png": "image/png",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};

/** A picture that is opened as a page must not run scripts that it contains. */
const HEADERS = {
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

const answer = (body: BodyInit, type: string) => new Response(body, { headers: { ...HEADERS, "Content-Type": type } });

/**
 * Returns a picture of a shop on the console's hostname.
 * @param path below the shop's /media/, with the query
 */
export async function readPreviewPicture(
  tenant: Tenant,
  path: string,
  connections: ReturnType<typeof createConnections>,
): Promise<Response> {
  const missing = new Response(null, { status: 404 });
  if (path.startsWith("brand/")) return (await readBrandFile(tenant, path.slice("brand/".length))) ?? missing;
  const backend = createCommerceBackend(tenant, connections);
  if (!backend.isEmbedded || path.includes("..")) return missing;
  const { origin, pathname } = new URL(backend.baseUrl);
  const picture = await connections.request({
    origin,
    path: `${pathname}media/${path}`,
    method: "GET" as const,
    headers: backend.headersFor({ address: "", origin: "", requestId: "" }),
  });
  const body = await picture.body.arrayBuffer();
  const type = picture.headers["content-type"];
  return picture.statusCode === 200 && typeof type === "string" ? answer(body, type) : missing;
}

async function readBrandFile(tenant: Tenant, file: string): Promise<Response | undefined> {
  if (!BRAND_FILE.test(file)) return undefined;
  const known = await readFile(join(env.TENANTS_DIR, tenant.id, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (known !== undefined) return answer(new Uint8Array(known), TYPES[extname(file)]!);
  if (file === "favicon.svg") return answer(defaultIcon(themeColourOf(tenant, null)), TYPES[".svg"]!);
  if (file !== "banner.svg") return undefined;
  return answer(defaultBanner(themeColourOf(tenant, null, "secondary_color")), TYPES[".svg"]!);
}
