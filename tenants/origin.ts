import type { Tenant } from "./schema.ts";

/** The origin of a tenant's public pages; every absolute URL that leaves the shop is built from it. */
export const canonicalOrigin = ({ origin, hostnames }: Tenant) => origin ?? `https://${hostnames[0]}`;
