import { isLoopbackHostname } from "./loopback.ts";
import type { Tenant } from "./schema.ts";

/** The origin of a tenant's public pages, for every absolute URL that leaves the shop. */
export const canonicalOrigin = ({ origin, hostnames }: Pick<Tenant, "origin" | "hostnames">) =>
  origin ?? `https://${hostnames[0]}`;

/** True for a public brand on http, which sends sessions unencrypted. Only ALLOW_HTTP=1 allows it. */
export const usesPlainHttp = ({ origin }: Tenant) =>
  origin?.startsWith("http:") === true && !isLoopbackHostname(new URL(origin).hostname);
