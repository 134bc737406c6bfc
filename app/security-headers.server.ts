import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import helmet from "helmet";
import { env } from "#app/env.server.ts";

const sources = (pick: (req: IncomingMessage, res: ServerResponse) => string) => pick;

const protect = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: [
        "'self'",
        sources((_req, res) => `'nonce-${(res as { locals?: { nonce?: string } }).locals?.nonce}'`),
      ],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:", sources((req) => req.site.tenant.imageOrigins.join(" "))],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
    },
  },
  // no-referrer would make browsers send "Origin: null" with plain forms.
  referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  frameguard: { action: "deny" },
  // The hostname may be a customer's own domain: its other subdomains are not ours to decide about.
  strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: false },
  crossOriginEmbedderPolicy: false,
});

/** A nonce for each answer and the headers that keep a page to itself. Vite's own scripts in development have no nonce. */
export const securityHeaders: RequestHandler = (req, res, next) => {
  res.locals.nonce = randomBytes(16).toString("base64");
  res.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  protect(req, res, (error?: unknown) => {
    if (env.NODE_ENV === "development") res.removeHeader("Content-Security-Policy");
    if (!req.site.isSecure) res.removeHeader("Strict-Transport-Security");
    next(error);
  });
};
