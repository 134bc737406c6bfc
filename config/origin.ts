import { isLoopbackHostname } from "./loopback.ts";
import type { Tenant } from "./schema.ts";

/** The origin of a tenant's public pages; every absolute URL that leaves the shop is built from it. */
export const canonicalOrigin = ({ origin, hostnames }: Tenant) => origin ?? `https://${hostnames[0]}`;

/** True for a brand that would send its sessions unencrypted through a network: ALLOW_HTTP=1 alone opens it. */
export const usesPlainHttp = ({ origin }: Tenant) =>
  origin?.startsWith("http:") === true && !isLoopbackHostname(new URL(origin).hostname);
