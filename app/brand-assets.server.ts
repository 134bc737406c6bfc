import { join, resolve } from "node:path";
import { Router } from "express";
import type { createCommerceHosts } from "#app/commerce/host.server.ts";
import { env } from "#app/env.server.ts";
import { brandStylesheet } from "#app/tenant/brand.ts";

const BRAND_FILE = /^(logo|banner|favicon)(-[a-z]+)?\.(svg|png|webp|avif|jpe?g)$/;

/** The tenant's colours as a style sheet, and the drawings in its folder. */
export function brandAssets(hosts: ReturnType<typeof createCommerceHosts>) {
  const router = Router();

  router.get("/brand.css", async (req, res) => {
    const { tenant } = req.site;
    const configuration = await hosts.of(tenant).getConfiguration();
    const { css, version } = brandStylesheet(tenant, configuration.ok ? configuration.value : null);
    // Pages link to ?v=VERSION; only that URL never changes its content.
    const isCurrent = req.query.v === version;
    res
      .set("Cache-Control", isCurrent ? "public, max-age=31536000, immutable" : "no-cache")
      .type("css")
      .send(css);
  });

  router.get("/media/brand/:file", (req, res, next) => {
    const { file } = req.params;
    if (!BRAND_FILE.test(file)) return next();
    // An SVG opened on its own must not run what somebody drew into it.
    res.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    res.set("Cache-Control", "public, max-age=3600");
    res.sendFile(
      join(resolve(env.TENANTS_DIR), req.site.tenant.id, file),
      { cacheControl: false },
      (error) => error && next(),
    );
  });

  router.get("/favicon.ico", (_req, res) => res.redirect(302, "/media/brand/favicon.svg"));

  return router;
}
