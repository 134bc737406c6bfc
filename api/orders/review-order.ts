import { ApiError, GATEWAY_SILENT } from "../base/error.ts";
import type { Before } from "../db/database.ts";
import { isBeingChecked } from "../domain/orders.ts";
import { takeBackUnseen } from "../repositories/cards/take-back.ts";
import { endReview, getOrder, lockOrder, moveOrder, refuseOrderItems } from "../repositories/orders/orders.ts";
import { findClosing } from "../repositories/payments/disputes.ts";
import { hasEarlyWebhook } from "../repositories/payments/webhooks.ts";
import type { Shop } from "../shop/shop.ts";
import { askBeforeDelivery } from "./ask-before-delivery.ts";
import { finishOrder, fulfilOrder } from "./fulfil-order.ts";
import { refuseUnseenOrder } from "./seen-order.ts";

/**
 * Releases an order held for review; false if it is not held. A second decision changes nothing. The gateway is queried first, so
 * that nobody gets cards for a payment that was returned after the order was held. @param seen the order's `hashReview` when the
 * operator saw it. @param before runs first in the transaction that releases it
 * @throws ApiError 409 if the order has changed since, the gateway does not answer, or reports only now that the payment was
 * returned, and during a dispute
 */
export async function releaseOrder(shop: Shop, orderId: string, seen: string, before?: Before): Promise<boolean> {
  const asked = await getOrder(shop.db.read, orderId);
  if (!isBeingChecked(asked)) return false;
  if ((await findClosing(shop.db.read, orderId)) !== undefined) throw new ApiError(409, DISPUTED);
  await refuseUnseenOrder(shop.db.read, asked, seen);
  if (!(await askBeforeDelivery(shop, orderId))) throw new ApiError(409, SILENT, undefined, GATEWAY_SILENT);
  const isReleased = await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!isBeingChecked(order)) return false;
    // Reports may have come while the gateway was asked.
    if ((await findClosing(tx, orderId)) !== undefined) throw new ApiError(409, DISPUTED);
    if (await hasEarlyWebhook(tx, shop.payments.kind, orderId)) throw new ApiError(409, UNREAD);
    if (order.review_reason === "given_back" && asked.review_reason !== "given_back")
      throw new ApiError(409, GIVEN_BACK);
    await refuseUnseenOrder(tx, order, seen);
    await before?.(tx);
    await endReview(tx, orderId, "released", shop.clock.now());
    return true;
  });
  if (isReleased) await fulfilOrder(shop, orderId);
  return isReleased;
}

/**
 * Refunds an order held for review: its coins at once, its cash as a refund due. Returns false if it is not held. @param seen the
 * order's `hashReview` when the operator saw it. @param before as for releaseOrder. @throws ApiError 409 if the order has changed
 * since
 */
export async function refuseOrder(shop: Shop, orderId: string, seen: string, before?: Before): Promise<boolean> {
  const isRefused = await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!isBeingChecked(order)) return false;
    await refuseUnseenOrder(tx, order, seen);
    await before?.(tx);
    await endReview(tx, orderId, "refused", shop.clock.now());
    await takeBackUnseen(tx, orderId, shop.clock.now());
    await refuseOrderItems(tx, orderId);
    if (order.status !== "fulfilling") await moveOrder(tx, order, "fulfilling", shop.clock.now());
    await finishOrder(tx, shop, orderId);
    return true;
  });
  if (isRefused) await shop.db.announceCatalogue(); // its cards are free again
  return isRefused;
}

const DISPUTED =
  "The payer disputes this payment. Release the order once the dispute is won, or refuse it: nothing was delivered.";
const UNREAD =
  "The gateway has reported a dispute or a refund of this payment, and does not answer yet. Try again in a minute.";
const SILENT =
  "The payment gateway does not answer, so nobody knows whether the payment is still there. Try again in a minute.";
const GIVEN_BACK =
  "The gateway has given this payment back. Nothing was delivered: refuse the order, or release it again to deliver it without payment.";
