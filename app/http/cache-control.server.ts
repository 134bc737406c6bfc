import type { RequestHandler } from "express";

import type { Tenant } from "../../config/brand/schema.ts";

/** For a page that is the same for every visitor: caches may store it but must revalidate it on each use. */
export const cachedPage = (tenant: Tenant) => ({
  "Cache-Control": "public, no-cache",
  Vary: ["Cookie", ...byLanguage(tenant), "Accept-Encoding"].join(", "),
});

/** The header that a page depends on if its brand offers several languages. */
const byLanguage = ({ languages }: Pick<Tenant, "languages">) => (languages.length > 1 ? ["Accept-Language"] : []);

/** For a page that shows the state of the sources, in development. */
export const NOT_KEPT = { "Cache-Control": "no-store" };

/** For an answer to a form without secrets: the browser keeps it for its Back button, which cannot send the form again. */
export const KEPT_BY_BROWSER = {
  "Cache-Control": "private, no-cache",
  Vary: "Cookie",
  "CDN-Cache-Control": "no-store",
};

/** Lynx ignores no-store and honours no-cache only if it comes last. */
const PERSONAL = "private, no-store, no-cache";

/**
 * Sets Cache-Control on answers that have none. Only the visitor's browser may cache them. Nobody may cache an answer that
 * belongs to a session, contains a secret or is an error.
 */
export const setCacheControl: RequestHandler = (req, res, next) => {
  const writeHead = res.writeHead;
  res.writeHead = function (this: typeof res, ...args: Parameters<typeof writeHead>) {
    const status = args[0];
    if (!res.hasHeader("Cache-Control")) {
      const isPersonal =
        hasOwnCookie(req.headers.cookie) || res.hasHeader("Set-Cookie") || status >= 400 || req.isSecret;
      res.setHeader("Cache-Control", isPersonal ? PERSONAL : KEPT_BY_BROWSER["Cache-Control"]);
      res.appendHeader("Vary", ["Cookie", ...byLanguage(req.site.tenant)].join(", "));
      if (isPersonal) res.setHeader("CDN-Cache-Control", "no-store");
    }
    return writeHead.apply(res, args);
  } as typeof writeHead;
  next();
};

/**
 * True if a Cookie header changes a cached page. `js`, `device` and `form` (the text browsers' proof) do not. `lang` and
 * `account_lang` choose another one.
 */
export const hasOwnCookie = (header = "") =>
  header
    .split(";")
    .some((cookie) => !/^(?:(?:__Host-)?(?:js=1|device=.*|form=.*|lang=.*|account_lang=.*)|)$/.test(cookie.trim()));
