/** The parts of a tenant that these functions read; config/brand/schema.ts itself needs them. */
type Brand = { hostnames: string[]; seed?: "demo"; editedIn?: "console" };

/** Names for this machine (RFC 6761). Anyone can send them: app/tenant/nearness.server.ts checks the connection. */
export const isLoopbackHostname = (hostname: string) =>
  hostname === "localhost" || hostname.endsWith(".localhost") || /^127(\.\d{1,3}){3}$/.test(hostname);

/** True for an address that only this machine can reach; for a name other than localhost it is false. A name may end with a dot. */
export const isLoopbackAddress = (host: string) => host === "::1" || isLoopbackHostname(host.replace(/\.$/, ""));

/** True for a brand with a name that other machines can reach. */
export const isPublic = ({ hostnames }: Pick<Brand, "hostnames">) => !hostnames.every(isLoopbackHostname);

/**
 * True for a demo without public names, and for a trial brand that the console has made with a loopback name. Such a brand may
 * show private data, such as its mail.
 */
export const isLoopbackDemo = (tenant: Brand) =>
  (tenant.seed === "demo" || tenant.editedIn === "console") && !isPublic(tenant);

/** True while no brand is public: a demo or a developer's machine. */
export const areAllLoopback = (tenants: Pick<Brand, "hostnames">[]) => !tenants.some(isPublic);
