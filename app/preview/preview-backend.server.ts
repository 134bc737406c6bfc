import { type CommerceBackend, createCommerceBackend } from "#app/commerce/backend.server.ts";
import { failWithStatus, type Result, succeed } from "#app/commerce/result.ts";
import { createSharedCatalogue } from "#app/commerce/shared-catalogue.server.ts";
import type { Call, createConnections } from "#app/commerce/transport.server.ts";

import type { Tenant } from "../../config/brand/schema.ts";

/** Sample answers by path, such as `"/cart/"`, in the form of docs/commerce-api.md. If undefined, the backend answers. */
export type Samples = Record<string, (query: URLSearchParams) => unknown>;

/**
 * The backend of a preview: it reads a brand's public data, and samples replace some answers. A preview changes nothing, and its
 * made-up shopper exists in no backend.
 */
export function createPreviewBackend(
  tenant: Tenant,
  connections: ReturnType<typeof createConnections>,
  samples: Samples,
): CommerceBackend {
  const backend = createCommerceBackend(tenant, connections);
  // The embedded API's configuration comes from the files, so the draft replaces it.
  const answers: Samples = backend.isEmbedded ? { "/configurator/": () => ({}), ...samples } : samples;

  async function send(call: Call): Promise<Result<unknown>> {
    if (call.method !== "GET") return failWithStatus(404);
    const sample = answers[call.path]?.(call.query ?? new URLSearchParams());
    if (sample !== undefined) return succeed(sample);
    return call.accessToken ? failWithStatus(404) : backend.send(call);
  }

  const catalogue = createSharedCatalogue(async (call, schema) => backend.read(await send(call), schema));
  return { ...backend, send, catalogue };
}
