import type { IncomingMessage } from "node:http";

import { expect, test } from "vitest";

import type { TenantRegistry } from "#app/tenant/registry.server.ts";
import { createSiteResolver } from "#app/tenant/site.server.ts";

import { type Tenant, TenantSchema } from "../../../../config/brand/schema.ts";

const tenantOf = () => TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"] });
const request = (host: string, remoteAddress = "127.0.0.1") =>
  ({
    url: "/",
    headers: { host },
    rawHeaders: ["Host", host],
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

function resolverOf(tenants: Map<string, Tenant>, hasPublicBrand = () => false) {
  const registry = { findTenant: (name: string) => tenants.get(name), hasPublicBrand };
  return createSiteResolver(registry as TenantRegistry);
}

test("rejects the hostname of a removed brand, although it resolved before", () => {
  const tenants = new Map([["acme.localhost", tenantOf()]]);
  const resolve = resolverOf(tenants);
  expect(resolve(request("acme.localhost"))).toMatchObject({ site: { origin: "http://acme.localhost" } });
  tenants.clear();
  expect(resolve(request("acme.localhost"))).toEqual({ refused: 421 });
});

test("resolves a hostname to its brand's newest configuration", () => {
  const tenants = new Map([["acme.localhost", tenantOf()]]);
  const resolve = resolverOf(tenants);
  resolve(request("acme.localhost"));
  const renewed = tenantOf();
  tenants.set("acme.localhost", renewed);
  const resolved = resolve(request("acme.localhost"));
  expect("site" in resolved && resolved.site.tenant).toBe(renewed);
});

test.each([{ "x-forwarded-host": "globex.localhost" }, { forwarded: "host=globex.localhost" }])(
  "finds the shop by the Host header alone, despite %j [HOST-03]",
  (claim) => {
    const globex = TenantSchema.parse({ id: "globex", hostnames: ["globex.localhost"] });
    const resolve = resolverOf(
      new Map([
        ["acme.localhost", tenantOf()],
        ["globex.localhost", globex],
      ]),
    );
    const claiming = request("acme.localhost");
    Object.assign(claiming.headers, claim);
    expect(resolve(claiming)).toMatchObject({ site: { tenant: { id: "acme" }, origin: "http://acme.localhost" } });
  },
);

test("hides a loopback name from others after this machine has requested it", () => {
  const resolve = resolverOf(new Map([["acme.localhost", tenantOf()]]));
  expect(resolve(request("acme.localhost"))).toHaveProperty("site");
  expect(resolve(request("acme.localhost", "203.0.113.9"))).toEqual({ refused: 421 });
});

test("lets a neighbour reach a loopback name until one brand is public", () => {
  let isOneHere = false;
  const resolve = resolverOf(new Map([["acme.localhost", tenantOf()]]), () => isOneHere);
  expect(resolve(request("acme.localhost", "172.17.0.1"))).toHaveProperty("site");
  isOneHere = true;
  expect(resolve(request("acme.localhost", "172.17.0.1"))).toEqual({ refused: 421 });
  expect(resolve(request("acme.localhost"))).toHaveProperty("site");
});
