import express, { Router } from "express";

import { ApiError } from "../../base/error.ts";
import { within } from "../../concurrency/within.ts";
import { processWebhook, storeWebhook } from "../../payments/receive-webhook.ts";
import type { Shop } from "../../shop/shop.ts";

/** Gateways wait only a few seconds for the answer. Longer work continues after it. */
const ANSWER_WITHIN_MS = 800;
/** Far above the size of a notification, because a gateway disables a webhook after errors. */
const LARGEST = "1mb";

/**
 * POST /payment-notification: the gateway's webhook, one URL for all orders. It trusts only the proof, over the raw body, and
 * ignores the query. The notification is stored before the answer, and processed once. Mount it before any body parser.
 */
export function createPaymentNotificationRouter(shop: Shop) {
  const router = Router();
  router.post("/", express.raw({ type: () => true, limit: LARGEST }), async (req, res) => {
    const rawBody = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const { headers } = req;
    const verified = await shop.payments.verifyWebhook({ headers, rawBody, receivedAt: shop.clock.now() });
    if (!verified.ok) {
      shop.log.warn({ reason: verified.reason }, "payment notification refused");
      throw new ApiError(401, "The notification is not signed by the payment gateway.");
    }
    const webhook = await storeWebhook(shop, verified, rawBody);
    // Usually the order is paid when the shopper returns. Otherwise the worker continues.
    if (webhook !== undefined) {
      await within(ANSWER_WITHIN_MS, "a notification", processWebhook(shop, webhook)).catch((error: unknown) =>
        shop.log.warn({ err: error, webhook: webhook.id }, "notification not processed yet"),
      );
    }
    res.json({ status: "received" });
  });
  return router;
}
