import { randomBytes } from "node:crypto";
import type { RequestHandler } from "express";
import { env } from "#app/env.server.ts";
import { isSecretPath } from "./sensitive-paths.server.ts";
import type { Site } from "#app/tenant/site.server.ts";

/** On every answer, whatever it is. */
export const BASE_HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  // no-referrer would make browsers send "Origin: null" with plain forms.
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
  "X-Frame-Options": "DENY",
  "X-Permitted-Cross-Domain-Policies": "none",
};

/** Two years. The hostname may be a customer's own domain: its other subdomains are not ours to decide about. */
export const HSTS = { "Strict-Transport-Security": "max-age=63072000" };

/**
 * The headers that keep a page to itself.
 *
 * @param scripts which inline scripts may run: a nonce of this answer, or the hashes of a page that is kept
 */
export function securityHeaders({ tenant, isSecure }: Site, scripts: string[]): Record<string, string> {
  return {
    ...BASE_HEADERS,
    "Content-Security-Policy": contentSecurityPolicy(["'self'", ...scripts], tenant.imageOrigins),
    "Reporting-Endpoints": 'csp="/csp-report"',
    ...(isSecure && HSTS),
  };
}

const contentSecurityPolicy = (scripts: string[], imageOrigins: string[]) =>
  [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'self'",
    `img-src ${["'self'", "data:", ...imageOrigins].join(" ")}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    // No script of ours writes HTML or makes scripts, so none may: React's empty places take the browser's own emptyHTML.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    // Browsers that know report-to leave report-uri aside.
    "report-uri /csp-report",
    "report-to csp",
  ].join(";");

/** A nonce for each answer, and its headers. Vite's own scripts and styles in development have none. */
export const setSecurityHeaders: RequestHandler = (req, res, next) => {
  res.locals.nonce = randomBytes(16).toString("base64");
  const headers = securityHeaders(req.site, [`'nonce-${res.locals.nonce}'`]);
  // Not no-referrer, for the same reason as above: other sites learn nothing either way.
  if (isSecretPath(req.path)) headers["Referrer-Policy"] = "same-origin";
  if (env.NODE_ENV === "development") {
    delete headers["Content-Security-Policy"];
    delete headers["Reporting-Endpoints"];
    delete res.locals.nonce;
  }
  res.setHeaders(new Map(Object.entries(headers)));
  next();
};
