import { LRUCache } from "lru-cache";
import type { Tenant } from "../../tenants/schema.ts";
import { SITEMAP_FRESH_MS } from "#app/constants.ts";
import { env } from "#app/env.server.ts";
import { readAllProducts } from "./all-products.server.ts";
import type { Refreshed } from "./refresh.server.ts";
import { remember } from "./remember.ts";
import { fail, succeed, type Result } from "./result.ts";
import { ConfigurationSchema, HomeSchema } from "./schemas.ts";
import { createTransport } from "./transport.server.ts";
import type { Product } from "./types.ts";

/** Whose browser a call is made for, and the origin of the page that it is on. */
export type Caller = { address: string; origin: string; userAgent?: string };

/**
 * What lives as long as a tenant and is shared by its requests: the connection pool, the configuration and categories,
 * the products seen lately, the refreshes under way. One object for each tenant, so nothing in it can reach another.
 */
export function createCommerceHost(tenant: Tenant) {
  const isEmbedded = tenant.api.url === "embedded";
  const baseUrl = isEmbedded ? `http://127.0.0.1:${env.COMMERCE_API_PORT}/${tenant.id}/` : tenant.api.url;
  const transport = createTransport(baseUrl);

  return {
    tenant,
    isEmbedded,
    baseUrl,
    send: transport.send,
    close: transport.close,
    /** Tells the embedded API, and nobody else, who is calling and at which origin they see the shop. */
    headersFor({ address, origin, userAgent }: Caller): Record<string, string> {
      if (!isEmbedded || !env.FORWARD_KEY) return {};
      return {
        "x-forwarded-for": address,
        "x-awning-origin": origin,
        "x-awning-key": env.FORWARD_KEY,
        ...(userAgent && { "user-agent": userAgent }),
      };
    },
    getConfiguration: remember(() => read("/configurator/", ConfigurationSchema)),
    getHome: remember(() => read("/home/", HomeSchema)),
    /** Ids and names of the whole catalogue, for the sitemap. */
    getAllProducts: remember(() => readAllProducts(transport.send), { freshMs: SITEMAP_FRESH_MS }),
    /** Products by id, filled from every list and search answer: section 7 has no call for one product. */
    seenProducts: new LRUCache<string, Product>({ max: 2_000, ttl: 60_000 }),
    /** Refreshes by SHA-256 of their refresh token, under way or done in the last minute. */
    refreshes: new LRUCache<string, Promise<Result<Refreshed>>>({ max: 10_000, ttl: 60_000 }),
    /** Sessions that were logged out here in the last minute, by SHA-256 of their refresh tokens. */
    endedSessions: new LRUCache<string, true>({ max: 10_000, ttl: 60_000 }),
  };

  async function read<Value>(path: string, schema: { safeParse(value: unknown): { success: boolean; data?: Value } }) {
    const answer = await transport.send({ method: "GET", path });
    if (!answer.ok) return answer;
    const parsed = schema.safeParse(answer.value);
    return parsed.success ? succeed(parsed.data as Value) : fail({ kind: "shape" });
  }
}

export type CommerceHost = ReturnType<typeof createCommerceHost>;

/** The hosts of all tenants; a tenant that was read anew gets a new host, and the old one's connections close. */
export function createCommerceHosts() {
  const hosts = new Map<string, CommerceHost>();
  return {
    of(tenant: Tenant): CommerceHost {
      const known = hosts.get(tenant.id);
      if (known?.tenant === tenant) return known;
      void known?.close();
      const host = createCommerceHost(tenant);
      hosts.set(tenant.id, host);
      return host;
    },
    close: () => Promise.all([...hosts.values()].map((host) => host.close())),
  };
}
