import { readFile } from "node:fs/promises";

import express, { type Router } from "express";

import { forceScheme, SCHEMES } from "./scheme.ts";

const STYLES = "build/client/assets";
const fonts = express.static(STYLES, { immutable: true, maxAge: "1y", fallthrough: false });

/** The shop's stylesheets for one colour scheme, and its fonts. They are the same for all brands. */
export function previewStyles(): Router {
  const router = express.Router();
  router.use("/fonts", (req, res, next) => (/^\/[\w.-]+\.woff2$/.test(req.path) ? fonts(req, res, next) : next()));
  router.get("/:scheme/:file", async (req, res, next) => {
    const { file } = req.params;
    const scheme = SCHEMES.find((name) => name === req.params.scheme);
    if (scheme === undefined || !/^[\w-][\w.-]*\.css$/.test(file)) return next();
    const css = await readFile(`${STYLES}/${file}`, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (css === undefined) return next();
    res.set("Cache-Control", "public, max-age=31536000, immutable").type("css").send(forceScheme(css, scheme));
  });
  return router;
}
