import { randomBytes, randomUUID } from "node:crypto";

import { pino } from "pino";
import type { MiddlewareFunction } from "react-router";

import { env } from "#app/base/env.server.ts";
import { createCommerceBackends } from "#app/commerce/backend.server.ts";
import * as contexts from "#app/request/context.ts";
import { createBrandPictures } from "#app/tenant/pictures.server.ts";
import { createTenantRegistry } from "#app/tenant/registry.server.ts";

const log = pino({ level: env.LOG_LEVEL });
const tenants = createTenantRegistry({ dir: env.TENANTS_DIR, deployment: env.deployment, log });
const backends = createCommerceBackends();
const pictures = createBrandPictures(env.TENANTS_DIR);

/** The steps that the shop's server takes before React Router. */
export const setUp: MiddlewareFunction<Response> = ({ request, context }) => {
  const { hostname, origin } = new URL(request.url);
  const tenant = tenants.findTenant(hostname);
  if (!tenant) throw new Response(null, { status: 421 });
  context.set(contexts.siteContext, { tenant, origin, isSecure: false });
  context.set(contexts.picturesContext, pictures);
  context.set(contexts.backendContext, backends.of(tenant));
  context.set(contexts.logContext, log);
  context.set(contexts.nonceContext, randomBytes(16).toString("base64"));
  context.set(contexts.clientAddressContext, "127.0.0.1");
  context.set(contexts.requestIdContext, randomUUID());
  context.set(contexts.documentContext, {});
};
