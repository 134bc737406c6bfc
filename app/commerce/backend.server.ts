import { LRUCache } from "lru-cache";
import { Registry } from "prom-client";
import type { z } from "zod";

import { CART_COUNT_PAUSE_MS } from "#app/base/constants.ts";
import { env } from "#app/base/env.server.ts";

import type { Tenant } from "../../config/brand/schema.ts";
import { FORWARD_KEY_HEADER } from "../../config/process/forward-keys.ts";
import { createCallMetrics, measureCall, traceHeaders, UNCOUNTED } from "./call-metrics.server.ts";
import { hasCall } from "./extensions.ts";
import type { VersionOf } from "./follow-changes.server.ts";
import { type Ask, readAnswer } from "./read-answer.ts";
import { failWithStatus, type Result } from "./result.ts";
import { createSharedCatalogues, one } from "./shared-catalogue.server.ts";
import { type Call, createConnections, createTransport } from "./transport.server.ts";
import type { Refreshed, ShopperName } from "./types.ts";

/** The visitor's address and user agent, the page's origin, and the id of the request that causes the call. */
export type Caller = { address: string; origin: string; requestId: string; userAgent?: string };

const NAMES_KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * The state that a tenant's requests share for its lifetime: the circuit breaker, the catalogue and pending token
 * refreshes. Each tenant has one such object, so its state cannot reach another tenant.
 */
export function createCommerceBackend(tenant: Tenant, connections = createConnections(), counts = UNCOUNTED) {
  const isEmbedded = tenant.api.url === "embedded";
  const baseUrl = isEmbedded ? `${env.API_ORIGIN}/${tenant.id}/` : tenant.api.url;
  const key: Record<string, string> = isEmbedded && env.FORWARD_KEY ? { [FORWARD_KEY_HEADER]: env.FORWARD_KEY } : {};
  const transport = createTransport(connections, baseUrl, key);

  /** Every call passes here. The embedded API continues the trace; another backend gets no trace headers. */
  const transmit = (call: Call): Promise<Result<unknown>> =>
    measureCall(
      tenant.id,
      call,
      () => transport.send(isEmbedded ? { ...call, headers: { ...call.headers, ...traceHeaders() } } : call),
      counts,
    );
  const read = <Schema extends z.ZodType>(answer: Result<unknown>, schema: Schema) =>
    readAnswer(answer, schema, counts.countUnreadable);
  const ask: Ask = async (call, schema) => read(await transmit(call), schema);
  const catalogues = createSharedCatalogues(ask);
  let shown: string | undefined;

  return {
    tenant,
    isEmbedded,
    /** The catalogue does not depend on the shopper. */
    isCatalogueShared: isEmbedded || tenant.api.isCatalogueShared,
    baseUrl,
    /** Answers 404 without a call if the brand's backend does not have this call. */
    send: async (call: Call): Promise<Result<unknown>> =>
      hasCall(tenant, call) ? transmit(call) : failWithStatus(404),
    /** Reads an answer by its schema, and counts unreadable items. */
    read,
    isCircuitOpen: transport.isCircuitOpen,
    /** Names the visitor and the origin, to the embedded API only. */
    headersFor({ address, origin, requestId, userAgent }: Caller): Record<string, string> {
      if (!isEmbedded || !env.FORWARD_KEY) return {};
      return {
        "x-forwarded-for": address,
        "x-awning-origin": origin,
        "x-request-id": requestId,
        ...key,
        ...(userAgent && { "user-agent": userAgent }),
        ...traceHeaders(),
      };
    },
    /** The answers that visitors of one language share. Take it once for each request. */
    get catalogue() {
      return catalogues.current();
    },
    /** Starts with other catalogues if the backend shows another version than before. */
    showVersion(version: string | undefined) {
      if (version !== shown) catalogues.startAgain();
      shown = version;
    },
    /** By SHA-256 of the refresh token: refreshes under way, or done within the last minute. */
    refreshes: new LRUCache<string, Promise<Result<Refreshed>>>({ maxSize: 10_000, sizeCalculation: one, ttl: 60_000 }),
    /** Calls under way that requests of one session share, by access token, language, path and query. */
    flights: new Map<string, Promise<Result<unknown>>>(),
    /** By SHA-256 of the access token: sessions without a readable cart count in the last moments. */
    missedCounts: new LRUCache<string, true>({ maxSize: 10_000, sizeCalculation: one, ttl: CART_COUNT_PAUSE_MS }),
    /** Sessions that were logged out here within the last minute, by SHA-256 of their refresh tokens. */
    endedSessions: new LRUCache<string, true>({ maxSize: 10_000, sizeCalculation: one, ttl: 60_000 }),
    /** Names of shoppers for pages during an outage, by SHA-256 of their access tokens. */
    shopperNames: new LRUCache<string, ShopperName>({ maxSize: 10_000, sizeCalculation: one, ttl: NAMES_KEPT_MS }),
  };
}

export type CommerceBackend = ReturnType<typeof createCommerceBackend>;

/**
 * The backends of all tenants. A tenant that is read again gets a new backend; one with another version gets a new
 * catalogue.
 */
export function createCommerceBackends(registry = new Registry(), versionOf: VersionOf = () => undefined) {
  const connections = createConnections();
  const backends = new Map<string, CommerceBackend>();
  const countsOf = createCallMetrics(registry, () =>
    [...backends].map(([tenant, backend]) => [tenant, Number(backend.isCircuitOpen())]),
  );
  return {
    of(tenant: Tenant): CommerceBackend {
      let backend = backends.get(tenant.id);
      if (backend?.tenant !== tenant) {
        backend = createCommerceBackend(tenant, connections, countsOf(tenant.id));
        backends.set(tenant.id, backend);
      }
      backend.showVersion(versionOf(tenant.id));
      return backend;
    },
    close: () => connections.close(),
  };
}

export type CommerceBackends = ReturnType<typeof createCommerceBackends>;
