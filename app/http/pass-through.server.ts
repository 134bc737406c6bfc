import type { RequestHandler } from "express";
import { request } from "undici";

import type { createCommerceBackends } from "#app/commerce/backend.server.ts";
import { env } from "#app/env.server.ts";

const PASSED_HEADERS = [
  "content-type",
  "cache-control",
  "content-security-policy",
  "cross-origin-resource-policy",
  "etag",
  "last-modified",
  "location",
  "set-cookie",
  "x-frame-options",
];

/**
 * Forwards images, sandbox pages and signed notifications (with their raw body) to the embedded API. For another
 * backend a notification is answered 204: it proves nothing, and the next page asks the backend.
 */
export function passToEmbeddedApi(backends: ReturnType<typeof createCommerceBackends>): RequestHandler {
  return async (req, res, next) => {
    const isNotification = req.method === "POST" && req.path === "/payment-notification";
    const isPassed = isNotification || req.path.startsWith("/media/") || req.path.startsWith("/sandbox/");
    if (!isPassed) return next();
    const backend = backends.of(req.site.tenant);
    if (!backend.isEmbedded) return isNotification ? void res.status(204).end() : next();

    const headers = Object.fromEntries(
      Object.entries(req.headers).filter(
        ([name]) => name === "content-type" || name === "if-none-match" || name.startsWith("x-awning-"),
      ),
    );
    const answer = await request(`http://127.0.0.1:${env.COMMERCE_API_PORT}/${req.site.tenant.id}${req.originalUrl}`, {
      method: req.method as "GET",
      headers: {
        ...headers,
        ...backend.headersFor({ address: req.clientAddress, origin: req.site.origin, requestId: req.requestId }),
        host: req.headers.host ?? "",
      },
      body: Buffer.isBuffer(req.body) ? req.body : null,
      headersTimeout: 10_000,
    });
    res.status(answer.statusCode);
    for (const name of PASSED_HEADERS) {
      const value = answer.headers[name];
      if (value !== undefined) res.setHeader(name, value);
    }
    answer.body.pipe(res);
  };
}
