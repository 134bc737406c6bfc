import type { Logger } from "pino";
import { createRequestHandler } from "react-router";
import * as build from "virtual:react-router/server-build";

import { createCommerceBackends } from "#app/commerce/backend.server.ts";
import { followChanges } from "#app/commerce/follow-changes.server.ts";
import { createFileCache } from "#app/http/files/file-cache.server.ts";
import { createRequestMetrics } from "#app/http/request-metrics.server.ts";
import { createPreview } from "#app/preview/preview.server.ts";
import { createBrandPictures } from "#app/tenant/pictures.server.ts";
import { createTenantRegistry } from "#app/tenant/registry.server.ts";

import { loadTracing } from "../config/process/load-tracing.ts";
import { createRegistry } from "../config/process/metrics.ts";
import { env } from "./base/env.server.ts";

const startTracing = await loadTracing(env);

/** Follows the embedded API's changes; undefined if no brand uses it. */
const followEmbeddedApi = (log: Logger) =>
  (env.COMMERCE_API_URL === undefined && env.COMMERCE_API_PORT === 0) || !env.FORWARD_KEY
    ? undefined
    : followChanges({ url: `${env.API_ORIGIN}/changes`, key: env.FORWARD_KEY, log });

/** The objects that all requests share, for as long as the storefront runs. */
export function createServices(log: Logger) {
  const tenants = createTenantRegistry({ dir: env.TENANTS_DIR, deployment: env.deployment, log });
  const registry = createRegistry("storefront");
  const metrics = env.METRICS_PORT ? createRequestMetrics(registry) : undefined;
  const changes = followEmbeddedApi(log);
  const versionOf = changes?.versionOf;
  const backends = createCommerceBackends(registry, versionOf);
  const pictures = createBrandPictures(env.TENANTS_DIR);
  const files = createFileCache(registry);
  const preview = createPreview({
    render: createRequestHandler(build, env.NODE_ENV),
    pictures: createBrandPictures(env.TENANTS_DIR),
    findTenant: (brand) => tenants.all().find(({ id }) => id === brand),
    log,
  });
  const tracing = startTracing?.("storefront", log);

  function close() {
    tenants.close();
    changes?.close();
    return Promise.all([backends.close(), preview.close(), tracing?.stop()]);
  }

  return { log, tenants, registry, metrics, versionOf, backends, pictures, files, preview, tracing, close };
}

export type Services = ReturnType<typeof createServices>;
