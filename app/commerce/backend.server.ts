import { LRUCache } from "lru-cache";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { z } from "zod";

import { CART_COUNT_PAUSE_MS } from "#app/constants.ts";
import { env } from "#app/env.server.ts";

import { FORWARD_KEY_HEADER } from "../../config/forward-keys.ts";
import type { Tenant } from "../../config/schema.ts";
import { currentSpan, inSpan } from "../../config/tracing.ts";
import { hasCall, nameOfCall } from "./extensions.ts";
import type { VersionOf } from "./follow-changes.server.ts";
import { type Ask, readAnswer } from "./read-answer.ts";
import { failWithStatus, type Result } from "./result.ts";
import { createSharedCatalogue, one } from "./shared-catalogue.server.ts";
import { type Call, createConnections, createTransport } from "./transport.server.ts";
import type { Refreshed, ShopperName } from "./types.ts";

/** The visitor's address and user agent, the page's origin, and the id of the request that causes the call. */
export type Caller = { address: string; origin: string; requestId: string; userAgent?: string };

/** Counts a call by its name in the contract and its outcome. */
type CountCall = (call: string, outcome: string, seconds: number) => void;
type CountItems = (count: number) => void;

const NAMES_KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * The state that a tenant's requests share for its lifetime: the circuit breaker, the catalogue and pending token
 * refreshes. Each tenant has one such object, so its state cannot reach another tenant.
 */
export function createCommerceBackend(
  tenant: Tenant,
  connections = createConnections(),
  countCall: CountCall = () => {},
  countUnreadable: CountItems = () => {},
) {
  const isEmbedded = tenant.api.url === "embedded";
  const baseUrl = isEmbedded ? `${env.API_ORIGIN}/${tenant.id}/` : tenant.api.url;
  const key: Record<string, string> = isEmbedded && env.FORWARD_KEY ? { [FORWARD_KEY_HEADER]: env.FORWARD_KEY } : {};
  const transport = createTransport(connections, baseUrl, key);
  const read = <Schema extends z.ZodType>(answer: Result<unknown>, schema: Schema) =>
    readAnswer(answer, schema, countUnreadable);
  const ask: Ask = async (call, schema) => read(await transmit(call), schema);
  let catalogue = createSharedCatalogue(ask);
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
    /** The answers that visitors share. Take it once for each request. */
    get catalogue() {
      return catalogue;
    },
    /** Starts with another catalogue where the backend shows another version than before. */
    showVersion(version: string | undefined) {
      if (version !== shown) catalogue = createSharedCatalogue(ask, catalogue);
      shown = version;
    },
    /** By SHA-256 of the refresh token: refreshes under way, or done within the last minute. */
    refreshes: new LRUCache<string, Promise<Result<Refreshed>>>({ maxSize: 10_000, sizeCalculation: one, ttl: 60_000 }),
    /** Calls under way that requests of one session share, by access token, path and query. */
    flights: new Map<string, Promise<Result<unknown>>>(),
    /** By SHA-256 of the access token: sessions without a readable cart count in the last moments. */
    missedCounts: new LRUCache<string, true>({ maxSize: 10_000, sizeCalculation: one, ttl: CART_COUNT_PAUSE_MS }),
    /** Sessions that were logged out here within the last minute, by SHA-256 of their refresh tokens. */
    endedSessions: new LRUCache<string, true>({ maxSize: 10_000, sizeCalculation: one, ttl: 60_000 }),
    /** Names of shoppers for pages during an outage, by SHA-256 of their access tokens. */
    shopperNames: new LRUCache<string, ShopperName>({ maxSize: 10_000, sizeCalculation: one, ttl: NAMES_KEPT_MS }),
  };

  /** Every call passes here. The embedded API continues the trace; another backend gets no trace headers. */
  async function transmit(call: Call): Promise<Result<unknown>> {
    const name = nameOfCall(call);
    const begunAt = performance.now();
    const attributes = { "http.request.method": call.method, "awning.tenant": tenant.id };
    const send = () => transport.send(isEmbedded ? continueTrace(call) : call);
    const answer = await inSpan({ name, kind: "client", attributes }, send, (value) => ({
      attributes: { "awning.outcome": outcomeOf(value) },
      isFailed: !value.ok && value.error.kind !== "status",
    }));
    countCall(name, outcomeOf(answer), (performance.now() - begunAt) / 1_000);
    return answer;
  }
}

export type CommerceBackend = ReturnType<typeof createCommerceBackend>;

const traceHeaders = (): Record<string, string> => {
  const span = currentSpan();
  return span === undefined ? {} : { traceparent: span.traceparent };
};

const continueTrace = (call: Call): Call =>
  currentSpan() ? { ...call, headers: { ...call.headers, ...traceHeaders() } } : call;

/** `limited`: the backend answered 429. `busy`: the call was not sent. */
function outcomeOf(answer: Result<unknown>): string {
  if (answer.ok) return "ok";
  if (answer.error.kind !== "status") return answer.error.kind;
  if (answer.error.status === 429) return "limited";
  return answer.error.status >= 500 ? "failed" : "refused";
}

/**
 * The backends of all tenants. A tenant that is read again gets a new backend; one with another version gets a new
 * catalogue.
 */
export function createCommerceBackends(registry = new Registry(), versionOf: VersionOf = () => undefined) {
  const connections = createConnections();
  const backends = new Map<string, CommerceBackend>();
  const calls = new Counter({
    name: "awning_upstream_calls_total",
    help: "Calls to backends, by brand and outcome",
    labelNames: ["tenant", "outcome"],
    registers: [registry],
  });
  const unreadable = new Counter({
    name: "awning_upstream_unreadable_items_total",
    help: "Unreadable items in lists from backends, by brand",
    labelNames: ["tenant"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "awning_upstream_seconds",
    help: "How long calls to backends took, by the call's name in the contract",
    labelNames: ["call"],
    registers: [registry],
  });
  new Gauge({
    name: "awning_backend_circuit_open",
    help: "1 while calls to a brand's backend are paused, because it fails",
    labelNames: ["tenant"],
    registers: [registry],
    collect() {
      for (const [tenant, backend] of backends) this.set({ tenant }, Number(backend.isCircuitOpen()));
    },
  });
  return {
    of(tenant: Tenant): CommerceBackend {
      let backend = backends.get(tenant.id);
      if (backend?.tenant !== tenant) {
        const countCall: CountCall = (call, outcome, took) => {
          calls.inc({ tenant: tenant.id, outcome });
          seconds.observe({ call }, took);
        };
        const countItems: CountItems = (count) => unreadable.inc({ tenant: tenant.id }, count);
        backend = createCommerceBackend(tenant, connections, countCall, countItems);
        backends.set(tenant.id, backend);
      }
      backend.showVersion(versionOf(tenant.id));
      return backend;
    },
    close: () => connections.close(),
  };
}
