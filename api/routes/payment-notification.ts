import express, { Router } from "express";

import { ApiError } from "../error.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import type { Shop } from "../shop.ts";

/**
 * POST /payment-notification: the gateway's webhook. It trusts only the signature over the raw body and ignores the
 * query, although the storefront's URL names the order there. Mount it before any body parser.
 */
export function createPaymentNotificationRouter(shop: Shop) {
  const router = Router();
  router.post("/", express.raw({ type: () => true, limit: "64kb" }), async (req, res) => {
    const rawBody = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const verified = shop.payments.verifyWebhook({ headers: req.headers, rawBody });
    if (!verified.ok) {
      shop.log.warn({ reason: verified.reason }, "payment notification refused");
      throw new ApiError(401, "The notification is not signed by the payment gateway.");
    }
    const settled = await settlePayment(shop, verified.event);
    // The order may not be stored yet; on 503 the gateway tries again.
    if (settled === "unknown") throw new ApiError(503, "Unknown payment. Please send it again later.");
    res.json({ status: "received" });
  });
  return router;
}
