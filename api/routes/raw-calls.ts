import type { Router } from "express";

import type { Shop } from "../shop/shop.ts";
import { createMediaRouter } from "./media.ts";
import { createMessageReceiptRouter } from "./notifications/message-receipt.ts";
import { createPaymentNotificationRouter } from "./notifications/payment-notification.ts";
import { createSandboxRouter } from "./sandbox.ts";

/** The calls that read other bodies than JSON, or serve browsers. */
export const RAW_CALLS: [path: string, createRouter: (shop: Shop) => Router][] = [
  ["/payment-notification", createPaymentNotificationRouter],
  ["/message-receipt", createMessageReceiptRouter],
  ["/sandbox", createSandboxRouter],
  ["/media", createMediaRouter],
];
