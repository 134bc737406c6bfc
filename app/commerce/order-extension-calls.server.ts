import { OPTIONAL_DEADLINE_MS } from "#app/base/constants.ts";

import { AckSchema } from "./schemas/acknowledgements.ts";
import { PlacedOrderSchema } from "./schemas/orders.ts";
import { ReceiptSchema } from "./schemas/receipts.ts";
import { toWireId } from "./schemas/wire-id.ts";
import type { Senders } from "./senders.server.ts";
import type { Call } from "./transport.server.ts";

/** Calls about a placed order that a backend may lack. */
export const createOrderExtensionCalls = ({ ask }: Pick<Senders, "ask">) => ({
  /** The shopper notes that a voucher is used, or that it is not. */
  markVoucher: (id: string, isUsed: boolean) =>
    ask({ method: "PATCH", path: "/vouchers/", body: { id: toWireId(id), is_used: isUsed } }, AckSchema),

  /** Opens another attempt to pay an order whose payment was declined. */
  payAgain: (orderId: string) =>
    ask({ method: "POST", path: "/order-payment/", body: { order_id: orderId } }, PlacedOrderSchema),

  /** The receipt of a paid order; 404 for any other order. */
  getReceipt(orderId: string) {
    const query = new URLSearchParams({ order_id: orderId });
    return ask({ method: "GET", path: "/order-receipt/", query }, ReceiptSchema);
  },

  /** Accepts a version of the terms for an order. */
  acceptTerms(orderId: string, version: string) {
    const body = { order_id: orderId, version };
    const call: Call = { method: "POST", path: "/order-terms/", body, deadlineMs: OPTIONAL_DEADLINE_MS };
    return ask(call, AckSchema);
  },
});
