import type { RequestHandler } from "express";
import { isSecretPath } from "./sensitive-paths.server.ts";

/** A page that is the same for every visitor: whoever keeps it asks each time whether it still holds. */
export const KEPT_PAGE = { "Cache-Control": "public, no-cache", Vary: "Cookie, Accept-Encoding" };

/** Lynx ignores no-store and heeds no-cache only at the end; else "Check again" shows the page that it already has. */
const PERSONAL = "private, no-store, no-cache";

/**
 * The one writer of Cache-Control: an answer that does not bring its own, as assets and kept pages do, is never
 * kept by anybody but the browser that asked, and not even there once it has to do with a session or a secret, or went wrong.
 */
export const setCacheControl: RequestHandler = (req, res, next) => {
  const writeHead = res.writeHead;
  res.writeHead = function (this: typeof res, ...args: Parameters<typeof writeHead>) {
    const status = args[0];
    if (!res.hasHeader("Cache-Control")) {
      const isPersonal =
        hasOwnCookie(req.headers.cookie) || res.hasHeader("Set-Cookie") || status >= 400 || isSecretPath(req.path);
      res.setHeader("Cache-Control", isPersonal ? PERSONAL : "private, no-cache");
      res.appendHeader("Vary", "Cookie");
      if (isPersonal) res.setHeader("CDN-Cache-Control", "no-store");
    }
    return writeHead.apply(res, args);
  } as typeof writeHead;
  next();
};

/**
 * Whether a Cookie header holds anything that a kept page depends on. None depends on the word that scripts run, nor on
 * the device's token, which stays when its shopper has left, nor on what text browsers' forms are proven with.
 */
export const hasOwnCookie = (header = "") =>
  header.split(";").some((cookie) => !/^(?:(?:__Host-)?(?:js=1|device=.*|form=.*)|)$/.test(cookie.trim()));
