import { buffer } from "node:stream/consumers";

import type { RequestHandler } from "express";
import { request } from "undici";

import type { CommerceBackends } from "#app/commerce/backend.server.ts";

import { WEBHOOK_HEADERS } from "../../config/brand/gateway-facts.ts";
import { RECEIPT_HEADERS } from "../../config/brand/messages.ts";
import { passBody, takeHead } from "./abort-on-close.server.ts";
import { type FileCache, FOREVER } from "./files/file-cache.server.ts";
import { isMessageReceipt } from "./message-receipts.ts";

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

/** Only notifications pass these on: a shopper's request may carry an authorization that the API must not see. */
const NOTIFICATION_HEADERS = new Set<string>([...WEBHOOK_HEADERS, ...RECEIPT_HEADERS]);

/**
 * Forwards images, sandbox pages, signed notifications of gateways and receipts of messages (with their raw body) to the
 * embedded API. For another backend a notification gets 204 and nothing else, because it proves nothing: the next page reads
 * from the backend.
 */
export function passToEmbeddedApi(backends: CommerceBackends, files: FileCache): RequestHandler {
  return async (req, res, next) => {
    const isNotification =
      (req.method === "POST" && ["/payment-notification", "/payment-notification/"].includes(req.path)) ||
      (["GET", "POST"].includes(req.method) && isMessageReceipt(req.path));
    const isPassed = isNotification || req.path.startsWith("/media/") || req.path.startsWith("/sandbox/");
    if (!isPassed) return next();
    const backend = backends.of(req.site.tenant);
    if (!backend.isEmbedded) return isNotification ? void res.status(204).end() : next();

    const headers = Object.fromEntries(
      Object.entries(req.headers).filter(
        ([name]) =>
          name === "content-type" ||
          name === "if-none-match" ||
          name.startsWith("x-awning-") ||
          (isNotification && NOTIFICATION_HEADERS.has(name)),
      ),
    );
    const body = await takeHead(res, PASSED_HEADERS, (gone) =>
      request(backend.baseUrl + req.originalUrl.slice(1), {
        method: req.method as "GET",
        headers: {
          ...headers,
          ...backend.headersFor({ address: req.clientAddress, origin: req.site.origin, requestId: req.requestId }),
        },
        body: Buffer.isBuffer(req.body) ? req.body : null,
        headersTimeout: 10_000,
        signal: gone,
      }),
    );
    const isFile = req.method === "GET" && res.statusCode === 200 && res.get("Cache-Control") === FOREVER;
    if (body && isFile) await files.send(req, res, await buffer(body));
    else passBody(res, body);
  };
}
