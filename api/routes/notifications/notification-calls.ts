import type { Router } from "express";

import type { Shop } from "../../shop/shop.ts";
import { createMessageReceiptRouter } from "./message-receipt.ts";
import { createPaymentNotificationRouter } from "./payment-notification.ts";

/** The calls by gateways and by providers of messages. They prove their raw bodies. */
export const NOTIFICATION_CALLS: [path: string, createRouter: (shop: Shop) => Router][] = [
  ["/payment-notification", createPaymentNotificationRouter],
  ["/message-receipt", createMessageReceiptRouter],
];
