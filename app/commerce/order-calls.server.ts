import { OPTIONAL_DEADLINE_MS } from "#app/constants.ts";
import { toRupees } from "#app/money.ts";

import { AckSchema } from "./schemas/answers.ts";
import { OrderHistorySchema } from "./schemas/history.ts";
import { OrderSchema, PlacedOrderSchema } from "./schemas/orders.ts";
import { ReceiptSchema } from "./schemas/receipts.ts";
import type { Senders } from "./senders.server.ts";
import type { Call } from "./transport.server.ts";
import { toWireId } from "./wire-id.ts";

/** `amount` in paise, `coinsUsed` in hundredths of a coin. */
type NewOrder = { amount: number; coinsUsed: number; orderNumber: string; redirectUrl: string; notifyUrl: string };

export const createOrderCalls = ({ ask, sendShared }: Pick<Senders, "ask" | "sendShared">) => ({
  placeOrder(order: NewOrder) {
    const body = {
      amount: toRupees(order.amount),
      order_number: order.orderNumber,
      redirect_url: order.redirectUrl,
      notify_url: order.notifyUrl,
      coins_used: toRupees(order.coinsUsed),
    };
    return ask({ method: "POST", path: "/place-order/", body }, PlacedOrderSchema);
  },

  /** The status without links, which many tabs poll. `decoded_status` is a constant and reports nothing. */
  getOrderStatus(orderId: string) {
    const query = new URLSearchParams({ order_id: orderId, decoded_status: "false" });
    return ask({ method: "GET", path: "/place-order/", query }, OrderSchema, sendShared);
  },

  /** The order with its payment links. */
  getOrder(orderId: string) {
    const query = new URLSearchParams({ order_id: orderId, decode_status: "false" });
    return ask({ method: "GET", path: "/order-status/", query }, OrderSchema);
  },

  getOrderHistory: () => ask({ method: "GET", path: "/order-history/" }, OrderHistorySchema),

  /** Optional: marks a voucher as used or as unused. */
  markVoucher: (id: string, isUsed: boolean) =>
    ask({ method: "PATCH", path: "/vouchers/", body: { id: toWireId(id), is_used: isUsed } }, AckSchema),

  /** Optional: the receipt of a paid order; 404 for any other order. */
  getReceipt(orderId: string) {
    const query = new URLSearchParams({ order_id: orderId });
    return ask({ method: "GET", path: "/order-receipt/", query }, ReceiptSchema);
  },

  /** Optional: the version of the terms that the shopper accepts for an order. */
  acceptTerms(orderId: string, version: string) {
    const body = { order_id: orderId, version };
    const call: Call = { method: "POST", path: "/order-terms/", body, deadlineMs: OPTIONAL_DEADLINE_MS };
    return ask(call, AckSchema);
  },
});
