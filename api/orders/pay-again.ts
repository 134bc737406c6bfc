import { t } from "../../config/language/t.ts";
import { ApiError } from "../base/error.ts";
import { isDeclined } from "../domain/orders.ts";
import { lockOrder, type Order, setDeclined } from "../repositories/orders/orders.ts";
import { countPaymentsOfOrder, findPaymentOfOrder, type Payment } from "../repositories/payments/payments.ts";
import { findOpenStop } from "../repositories/payments/selling-stops.ts";
import type { Shop } from "../shop/shop.ts";
import { askForPayment, openPayment } from "./ask-for-payment.ts";

/** A gateway may extend the window with each attempt, and the order holds its cards until then. */
const MOST_ATTEMPTS = 10;

type Paying = { order: Order; payment: Payment | undefined };

/**
 * Opens another attempt to pay an order whose attempts have all ended. Coins and cards stay held. An order that has an open attempt
 * keeps it, so that two presses show one: the one whose links came first, if both presses asked the gateway.
 * @throws ApiError 409 for an order that is over, and after too many attempts; 403 while selling is stopped; 503 if the gateway
 * gives no links, after which the shopper may try again
 */
export async function payAgain(shop: Shop, orderId: string): Promise<Paying> {
  const { order, payment, isNew } = await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.status !== "pending" || order.expires_at <= shop.clock.now()) throw new ApiError(409, t("api.orderOver"));
    if (!isDeclined(order)) return { order, payment: await findPaymentOfOrder(tx, orderId), isNew: false };
    if ((await findOpenStop(tx)) !== undefined) throw new ApiError(403, t("api.sellingStopped"));
    if ((await countPaymentsOfOrder(tx, orderId)) >= MOST_ATTEMPTS) throw new ApiError(409, t("api.triedTooOften"));
    const payment = await openPayment(tx, shop, order);
    // Until a gateway has given its links, the shopper may try once more.
    if (payment.links !== null) await setDeclined(tx, orderId, null);
    return { order, payment, isNew: true };
  });
  if (isNew)
    shop.log.info(
      { orderId, orderNumber: order.order_number, paymentId: payment?.id },
      "another attempt to pay the order",
    );
  if (isNew && payment?.links === null) return askForPayment(shop, order, payment, "placed");
  return { order, payment };
}
