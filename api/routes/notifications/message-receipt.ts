import express, { type Request, Router } from "express";

import { CHANNELS } from "../../../config/brand/messages.ts";
import { ApiError, notFound } from "../../base/error.ts";
import { applyReceipts, applyReplies } from "../../messages/receive-receipts.ts";
import type { Messenger, ReadCallback } from "../../ports/messenger.ts";
import type { Shop } from "../../shop/shop.ts";

const LARGEST = "1mb";

/**
 * GET and POST /message-receipt/CHANNEL: the reports of a provider about messages to phones, and replies. It trusts only the
 * proof over the raw body, or the secret in the address of a provider that signs nothing. Mount it before any body parser.
 */
export function createMessageReceiptRouter(shop: Shop) {
  const router = Router();
  for (const channel of CHANNELS) {
    router.all(`/${channel}`, express.raw({ type: () => true, limit: LARGEST }), async (req, res) => {
      const messenger = shop.messengers.get(channel);
      if (messenger === undefined || (req.method !== "GET" && req.method !== "POST")) throw notFound();
      const read = readCallback(shop, messenger, req);
      if (!read.ok) {
        shop.log.warn({ channel, provider: messenger.provider, reason: read.reason }, "message receipt refused");
        throw new ApiError(401, "The receipt is not proven to come from the provider.");
      }
      await applyReceipts(shop, channel, read.receipts);
      await applyReplies(shop, channel, read.replies);
      res.type("text/plain").send(read.answer ?? "OK");
    });
  }
  return router;
}

function readCallback({ clock }: Shop, messenger: Messenger, req: Request): ReadCallback {
  const rawBody = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  const query = new URLSearchParams(req.originalUrl.split("?")[1] ?? "");
  const method = req.method as "GET" | "POST";
  return messenger.readCallback({ method, headers: req.headers, query, rawBody, receivedAt: clock.now() });
}
