import { isLoopbackHostname } from "./loopback.ts";
import type { Tenant } from "./schema.ts";

/** The origin of public pages, for every absolute URL that leaves the shop. */
export const canonicalOrigin = ({ origin, hostnames }: Pick<Tenant, "origin" | "hostnames">) =>
  origin ?? `https://${hostnames[0]}`;

/**
 * A shop's URL for a visitor of `here`, a URL of the same deployment. A name of this machine gets the scheme and the
 * port of the storefront, which the brand's files do not contain.
 */
export function urlBeside(shopUrl: string, here: Pick<URL, "protocol" | "port">): URL {
  const url = new URL(shopUrl);
  if (isLoopbackHostname(url.hostname) && url.port === "")
    Object.assign(url, { protocol: here.protocol, port: here.port });
  return url;
}

/** True for a public brand on http, which sends sessions unencrypted. Only ALLOW_HTTP=1 allows it. */
export const usesPlainHttp = ({ origin }: Tenant) =>
  origin?.startsWith("http:") === true && !isLoopbackHostname(new URL(origin).hostname);
