import { createCommerceBackend } from "#app/commerce/backend.server.ts";
import { type createConnections } from "#app/commerce/transport.server.ts";
import { pictureColoursOf } from "#app/tenant/brand.ts";
import { type BrandPictures, typeOfPicture } from "#app/tenant/pictures.server.ts";

import type { Tenant } from "../../config/brand/schema.ts";

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
  { connections, pictures }: { connections: ReturnType<typeof createConnections>; pictures: BrandPictures },
): Promise<Response> {
  const missing = new Response(null, { status: 404 });
  if (path.startsWith("brand/")) {
    const file = path.slice("brand/".length);
    const picture = await pictures.find(tenant, file, async () => pictureColoursOf(tenant, null));
    return picture ? answer(new Uint8Array(picture.bytes), typeOfPicture(file)) : missing;
  }
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
