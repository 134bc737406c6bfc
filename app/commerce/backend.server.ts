import { LRUCache } from "lru-cache";
import { Counter, Gauge, Registry } from "prom-client";
import type { z } from "zod";

import { LIST_FRESH_MS, LIST_KEPT_MS, SITEMAP_FRESH_MS } from "#app/constants.ts";
import { env } from "#app/env.server.ts";

import type { Tenant } from "../../config/schema.ts";
import { readAllProducts } from "./all-products.server.ts";
import { hasCall } from "./extensions.ts";
import { fail, failWithStatus, type Result, succeed } from "./result.ts";
import { ConfigurationSchema, HomeSchema, ProductListSchema } from "./schemas.ts";
import { staleWhileRevalidate } from "./stale-while-revalidate.ts";
import { type Call, createTransport } from "./transport.server.ts";
import type { Product, ProductList, Refreshed } from "./types.ts";

/** Limits LRUs by size, because `max` would allocate all entries for each tenant in advance. */
const one = () => 1;

/** The visitor's address and user agent, the page's origin, and the id of the request that causes the call. */
export type Caller = { address: string; origin: string; requestId: string; userAgent?: string };

/**
 * What lives as long as a tenant and is shared by its requests: the connection pool, the configuration and categories,
 * the products seen lately, the refreshes under way. One object for each tenant, so nothing in it can reach another.
 */
export function createCommerceBackend(tenant: Tenant, countOutcome: (outcome: string) => void = () => {}) {
  const isEmbedded = tenant.api.url === "embedded";
  const baseUrl = isEmbedded ? `http://127.0.0.1:${env.COMMERCE_API_PORT}/${tenant.id}/` : tenant.api.url;
  const transport = createTransport(baseUrl, (answer) => countOutcome(outcomeOf(answer)));
  const lists = new LRUCache<string, () => Promise<Result<ProductList>>>({
    maxSize: 500,
    sizeCalculation: one,
    ttl: LIST_KEPT_MS,
  });

  return {
    tenant,
    isEmbedded,
    baseUrl,
    /** Answers 404 without a call if the brand's backend does not have this call. */
    send: async (call: Call): Promise<Result<unknown>> =>
      hasCall(tenant, call) ? transport.send(call) : failWithStatus(404),
    isSpared: transport.isSpared,
    close: transport.close,
    /** Names the visitor and the origin, to the embedded API only. */
    headersFor({ address, origin, requestId, userAgent }: Caller): Record<string, string> {
      if (!isEmbedded || !env.FORWARD_KEY) return {};
      return {
        "x-forwarded-for": address,
        "x-awning-origin": origin,
        "x-request-id": requestId,
        "x-awning-key": env.FORWARD_KEY,
        ...(userAgent && { "user-agent": userAgent }),
      };
    },
    getConfiguration: staleWhileRevalidate(() => read({ method: "GET", path: "/configurator/" }, ConfigurationSchema)),
    getHome: staleWhileRevalidate(() => read({ method: "GET", path: "/home/" }, HomeSchema)),
    /** A list for visitors without a session: shared by all, fresh for five seconds, dropped after a minute. */
    getSharedList(call: Call) {
      const key = `${call.path}?${call.query}`;
      const known =
        lists.get(key) ?? staleWhileRevalidate(() => read(call, ProductListSchema), { freshMs: LIST_FRESH_MS });
      if (!lists.has(key)) lists.set(key, known);
      return known();
    },
    /** For the sitemap. */
    getAllProducts: staleWhileRevalidate(() => readAllProducts(transport.send), { freshMs: SITEMAP_FRESH_MS }),
    /** Products by id, from every list and search answer: most backends have no call for one product. */
    seenProducts: new LRUCache<string, Product>({ maxSize: 2_000, sizeCalculation: one, ttl: 60_000 }),
    /** Ids that a recent search of the whole catalogue did not find. */
    missingProducts: new LRUCache<string, true>({ maxSize: 2_000, sizeCalculation: one, ttl: 60_000 }),
    /** By SHA-256 of the refresh token: refreshes under way, or done within the last minute. */
    refreshes: new LRUCache<string, Promise<Result<Refreshed>>>({ maxSize: 10_000, sizeCalculation: one, ttl: 60_000 }),
    /** Calls under way that requests of one session share, by access token, path and query. */
    flights: new Map<string, Promise<Result<unknown>>>(),
    /** Sessions that were logged out here within the last minute, by SHA-256 of their refresh tokens. */
    endedSessions: new LRUCache<string, true>({ maxSize: 10_000, sizeCalculation: one, ttl: 60_000 }),
  };

  async function read<Schema extends z.ZodType>(call: Call, schema: Schema): Promise<Result<z.output<Schema>>> {
    const answer = await transport.send(call);
    if (!answer.ok) return answer;
    const parsed = schema.safeParse(answer.value);
    return parsed.success ? succeed(parsed.data) : fail({ kind: "shape" });
  }
}

export type CommerceBackend = ReturnType<typeof createCommerceBackend>;

/** `limited`: the backend answered 429. `busy`: the call was not sent. */
function outcomeOf(answer: Result<unknown>): string {
  if (answer.ok) return "ok";
  if (answer.error.kind !== "status") return answer.error.kind;
  if (answer.error.status === 429) return "limited";
  return answer.error.status >= 500 ? "failed" : "refused";
}

/** The backends of all tenants; a tenant that is read again gets a new backend, and the old one's connections close. */
export function createCommerceBackends(registry = new Registry()) {
  const backends = new Map<string, CommerceBackend>();
  const calls = new Counter({
    name: "awning_upstream_calls_total",
    help: "Calls to backends, by brand and outcome",
    labelNames: ["tenant", "outcome"],
    registers: [registry],
  });
  new Gauge({
    name: "awning_host_is_spared",
    help: "1 while a brand's backend is spared",
    labelNames: ["tenant"],
    registers: [registry],
    collect() {
      for (const [tenant, backend] of backends) this.set({ tenant }, Number(backend.isSpared()));
    },
  });
  return {
    of(tenant: Tenant): CommerceBackend {
      const known = backends.get(tenant.id);
      if (known?.tenant === tenant) return known;
      void known?.close();
      const backend = createCommerceBackend(tenant, (outcome) => calls.inc({ tenant: tenant.id, outcome }));
      backends.set(tenant.id, backend);
      return backend;
    },
    close: () => Promise.all([...backends.values()].map((backend) => backend.close())),
  };
}
