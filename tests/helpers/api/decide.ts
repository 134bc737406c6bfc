import * as refunds from "../../../api/orders/refund-order.ts";
import * as reviews from "../../../api/orders/review-order.ts";
import { hashReview } from "../../../api/orders/seen-order.ts";
import { getOrder } from "../../../api/repositories/orders/orders.ts";
import type { Shop } from "../../../api/shop/shop.ts";

// Decisions of an operator who sees an order as it is at that moment.

const seen = async ({ db }: Shop, orderId: string) => hashReview(db.read, await getOrder(db.read, orderId));

export const releaseOrder = async (shop: Shop, orderId: string) =>
  reviews.releaseOrder(shop, orderId, await seen(shop, orderId));

export const refuseOrder = async (shop: Shop, orderId: string) =>
  reviews.refuseOrder(shop, orderId, await seen(shop, orderId));

export const refundMissing = async (shop: Shop, orderId: string) =>
  refunds.refundMissing(shop, orderId, await seen(shop, orderId));
