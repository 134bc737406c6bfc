import { type Request, type Response, Router } from "express";

import type { CommerceBackends } from "#app/commerce/backend.server.ts";
import { brandStylesheet, pictureColoursOf } from "#app/tenant/brand.ts";
import { type BrandPictures, typeOfPicture } from "#app/tenant/pictures.server.ts";

import { type FileCache, FOREVER } from "./file-cache.server.ts";

type Options = { backends: CommerceBackends; pictures: BrandPictures; files: FileCache };

/** Serves the tenant's style sheet, the pictures in its folder, and those that are drawn from them. */
export function serveBrandFiles({ backends, pictures, files }: Options) {
  const router = Router();

  router.get("/brand.css", async (req, res) => {
    const { tenant } = req.site;
    const { css, version } = brandStylesheet(tenant, await configurationOf(req));
    prepare(res, req.query.v === version ? FOREVER : "no-cache");
    await files.send(req, res.type("css"), Buffer.from(css));
  });

  router.get("/media/brand/:file", async (req, res, next) => {
    const { file } = req.params;
    const { tenant } = req.site;
    const readColours = async () => pictureColoursOf(tenant, await configurationOf(req));
    const picture = await pictures.find(tenant, file, readColours);
    if (!picture) return next();
    const colours = picture.isDrawn ? await readColours() : null;
    const isCurrent = await pictures.isCurrent(tenant, req.query.v, colours);
    prepare(res, isCurrent ? FOREVER : "public, max-age=3600");
    // Webmail shows the icon from another origin.
    if (picture.isDrawn) res.set("Cross-Origin-Resource-Policy", "cross-origin");
    await files.send(req, res.set("Content-Type", typeOfPicture(file)), picture.bytes);
  });

  router.get("/favicon.ico", (_req, res) => res.redirect(302, "/media/brand/favicon.svg"));

  /** Null while the backend does not answer. */
  async function configurationOf({ site }: Request) {
    const configuration = await backends.of(site.tenant).catalogue.getConfiguration();
    return configuration.ok ? configuration.value : null;
  }

  return router;
}

function prepare(res: Response, cacheControl: string) {
  res.set("Cache-Control", cacheControl);
  // An SVG that is opened directly must not run scripts that it contains.
  res.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
}
