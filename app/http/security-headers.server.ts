import { randomBytes } from "node:crypto";

import type { RequestHandler } from "express";

import { env } from "#app/base/env.server.ts";
import type { Site } from "#app/tenant/site.server.ts";

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

/** Two years, without includeSubDomains: a customer's domain may have subdomains that are not ours. */
export const HSTS = { "Strict-Transport-Security": "max-age=63072000" };

/** @param scripts allowed inline scripts: a nonce of this answer, or the hashes of a cached page */
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
    // No script of ours creates HTML or scripts from text. React's empty containers use the browser's emptyHTML.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    // For browsers without report-to.
    "report-uri /csp-report",
    "report-to csp",
  ].join(";");

/** Vite's scripts and styles have no nonce, so there is no policy in development. */
export const setSecurityHeaders: RequestHandler = (req, res, next) => {
  res.locals.nonce = randomBytes(16).toString("base64");
  const headers = securityHeaders(req.site, [`'nonce-${res.locals.nonce}'`]);
  // Not no-referrer (see above). same-origin hides the path from other sites as well.
  if (req.isSecret) headers["Referrer-Policy"] = "same-origin";
  if (env.NODE_ENV === "development") {
    delete headers["Content-Security-Policy"];
    delete headers["Reporting-Endpoints"];
    delete res.locals.nonce;
  }
  res.setHeaders(new Map(Object.entries(headers)));
  next();
};
