import type { IncomingMessage, ServerResponse } from "node:http";

import { LANGUAGE_COOKIE_SECONDS } from "#app/base/constants.ts";

import { acceptedLanguage } from "../../../config/language/accepted.ts";
import { languageAmong } from "../../../config/language/current.ts";
import type { Step } from "./step.ts";

const COOKIE = /(?:^|;\s*)lang=([\w-]+)/;
/** The session's (cookies.server.ts). */
const ACCOUNT_COOKIE = /(?:^|;\s*)(?:__Host-)?account_lang=([\w-]+)/;
const PARAMETER = /(?<=[?&])lang=([\w-]*)(?:&|$)/g;
/** The addresses of files, which have no language. Caches keep their answers for everybody, so that none may set a cookie. */
const FILE = /^\/(?:assets\/|media\/|brand\.css)/;

/**
 * Finds the language of a request among those that the brand offers, as `req.language`: `?lang=`, which also sets the cookie
 * and leaves the URL, then the cookie, then the signed-in account's, which a cookie of the session names, then Accept-Language,
 * then the brand's first one. Of several `?lang=` the first counts.
 */
export const chooseLanguage: Step = (next) => (req, res) => {
  const { languages: offered } = req.site.tenant;
  const code = offered.length > 1 ? findCode(req, res, offered) : undefined;
  req.language = languageAmong(offered, code);
  next(req, res);
};

function findCode(req: IncomingMessage, res: ServerResponse, offered: string[]): string | undefined {
  const among = (code: string | undefined) => (code !== undefined && offered.includes(code) ? code : undefined);
  const now = takeParameter(req, res, among);
  const { cookie = "" } = req.headers;
  // Most cookies name no language, and the patterns would look at each letter of their tokens.
  const read = (pattern: RegExp) => (cookie.includes("lang=") ? among(pattern.exec(cookie)?.[1]) : undefined);
  const chosen = now ?? read(COOKIE);
  if (chosen !== undefined) req.languageChoice = now !== undefined && isMeant(req) ? "now" : "before";
  return chosen ?? read(ACCOUNT_COOKIE) ?? acceptedLanguage(req.headers, offered);
}

function takeParameter(req: IncomingMessage, res: ServerResponse, among: (code?: string) => string | undefined) {
  const { method, url = "" } = req;
  if (!url.includes("lang=")) return undefined;
  const isRead = (method === "GET" || method === "HEAD") && !FILE.test(url);
  const found = isRead ? [...url.matchAll(PARAMETER)] : [];
  if (found.length === 0) return undefined;
  req.url = url.replaceAll(PARAMETER, "").replace(/[?&]$/, "");
  const code = found.map(([, asked]) => among(asked)).find((asked) => asked !== undefined);
  if (code !== undefined) res.setHeader("Set-Cookie", cookieOf(code, req.site.isSecure));
  return code;
}

const cookieOf = (code: string, isSecure: boolean) =>
  `lang=${code}; Path=/; Max-Age=${LANGUAGE_COOKIE_SECONDS}; SameSite=Lax; HttpOnly${isSecure ? "; Secure" : ""}`;

/** False for pages that browsers load in advance, and for links of other sites: these choose for this browser, not for an account. */
function isMeant({ method, headers, site }: IncomingMessage): boolean {
  if (method !== "GET" || "sec-purpose" in headers || "purpose" in headers) return false;
  const { "sec-fetch-site": from, referer } = headers;
  if (from !== undefined) return from === "same-origin" || from === "none";
  return referer === undefined || (URL.canParse(referer) && new URL(referer).origin === site.origin);
}
