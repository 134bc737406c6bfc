import { createHash } from "node:crypto";

import type { RequestHandler } from "express";

import type { Tenant } from "../../config/brand/schema.ts";
import { FORWARD_KEY_HEADER, isForwardKey } from "../../config/process/forward-keys.ts";
import { notFound } from "../base/error.ts";
import type { Databases } from "../db/database.ts";
import type { ShopRegistry } from "../tenancy/shop-registry.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 16);

type Options = {
  shops: Pick<ShopRegistry, "tenants">;
  keys: string[];
  readVersions: Databases["readCatalogueVersions"];
};

/**
 * GET /changes: a version for each brand, which changes with its catalogue or its tenant.json. For the storefront alone, which
 * proves itself with FORWARD_KEY. 304 while nothing has changed since `If-None-Match`.
 */
export function answerChanges({ shops, keys, readVersions }: Options): RequestHandler {
  const settings = new WeakMap<Tenant, string>();
  function versionOf(tenant: Tenant): string {
    const version = settings.get(tenant) ?? hash(JSON.stringify(tenant));
    settings.set(tenant, version);
    return version;
  }
  return async (req, res) => {
    if (!isForwardKey(req.get(FORWARD_KEY_HEADER), keys)) throw notFound();
    const catalogues = await readVersions();
    const versions = shops
      .tenants()
      .map((tenant) => [tenant.id, `${versionOf(tenant)}.${catalogues.get(tenant.id) ?? 0}`]);
    const body = JSON.stringify(Object.fromEntries(versions));
    res
      .set("ETag", `"${hash(body)}"`)
      .type("json")
      .send(body);
  };
}
