import { toRupees } from "#app/base/money.ts";

import { OrderHistorySchema } from "./schemas/history.ts";
import { OrderSchema, PlacedOrderSchema } from "./schemas/orders.ts";
import type { Senders } from "./senders.server.ts";

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
});
