import { join, resolve } from "node:path";

import { Router } from "express";

import { env } from "#app/base/env.server.ts";
import type { CommerceBackends } from "#app/commerce/backend.server.ts";
import { brandStylesheet, themeColourOf } from "#app/tenant/brand.ts";
import { defaultBanner } from "#app/tenant/default-banner.ts";
import { defaultIcon } from "#app/tenant/default-icon.ts";
import type { BrandPictures } from "#app/tenant/pictures.server.ts";

import { BRAND_FILE, type Tenant } from "../../config/brand/schema.ts";

/** Serves the tenant's stylesheet, the images in its folder, and the images generated from them. */
export function brandAssets(backends: CommerceBackends, pictures: BrandPictures) {
  const router = Router();

  router.get("/brand.css", async (req, res) => {
    const { tenant } = req.site;
    const { css, version } = brandStylesheet(tenant, await configurationOf(tenant));
    // Pages link to ?v=VERSION. Only the current version may be cached forever.
    const isCurrent = req.query.v === version;
    res
      .set("Cache-Control", isCurrent ? "public, max-age=31536000, immutable" : "no-cache")
      .type("css")
      .send(css);
  });

  /** Null while the backend does not answer. */
  async function configurationOf(tenant: Tenant) {
    const configuration = await backends.of(tenant).catalogue.getConfiguration();
    return configuration.ok ? configuration.value : null;
  }

  router.get("/media/brand/:picture.png", async (req, res, next) => {
    const { tenant } = req.site;
    const colour = themeColourOf(tenant, await configurationOf(tenant));
    const png = await pictures.find(tenant, `${req.params.picture}.png`, colour);
    if (!png) return next();
    // Webmail shows the icon from another origin.
    res.set("Cross-Origin-Resource-Policy", "cross-origin");
    res.set("Cache-Control", "public, max-age=3600").type("png").send(png);
  });

  router.get("/media/brand/:file", (req, res, next) => {
    const { file } = req.params;
    if (!BRAND_FILE.test(file)) return next();
    // An SVG that is opened directly must not run scripts that it contains.
    res.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    res.set("Cache-Control", "public, max-age=3600");
    const headers = file.endsWith(".svg") ? { "Content-Type": "image/svg+xml; charset=utf-8" } : {};
    // Below `root` no folder's name begins with a dot, which `send` refuses.
    const root = resolve(env.TENANTS_DIR);
    res.sendFile(join(req.site.tenant.id, file), { root, cacheControl: false, headers }, (error) => error && next());
  });

  router.get("/media/brand/favicon.svg", async (req, res) => {
    const { tenant } = req.site;
    res.set("Cache-Control", "public, max-age=3600").type("svg");
    res.send(defaultIcon(themeColourOf(tenant, await configurationOf(tenant))));
  });

  router.get("/media/brand/banner.svg", async (req, res) => {
    const { tenant } = req.site;
    const secondary = themeColourOf(tenant, await configurationOf(tenant), "secondary_color");
    res.set("Cache-Control", "public, max-age=3600").type("svg").send(defaultBanner(secondary));
  });

  router.get("/favicon.ico", (_req, res) => res.redirect(302, "/media/brand/favicon.svg"));

  return router;
}
