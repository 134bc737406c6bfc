import { Router } from "express";

import { isUnlocked } from "../accounts/confirm-device.ts";
import { newestThatFit } from "../domain/orders.ts";
import { requireUser } from "../http/require-user.ts";
import { findDelayed } from "../orders/find-delayed.ts";
import { readRefundProgress } from "../refunds/refund-progress.ts";
import { listOwnVouchers } from "../repositories/cards/vouchers.ts";
import { listGiftsOfOrders } from "../repositories/gifts/gifts.ts";
import { listItemsOfOrders, listOwnOrders } from "../repositories/orders/orders.ts";
import { listReceiptsOfOrders } from "../repositories/orders/receipts.ts";
import { readSoldTexts } from "../repositories/orders/sold-texts.ts";
import { listShownGateways } from "../repositories/payments/payments.ts";
import type { Shop } from "../shop/shop.ts";
import { historyJson } from "./order-json.ts";

/**
 * GET /order-history/: the shopper's orders with their own vouchers, newest first (docs/commerce-api.md). Codes are in
 * clear only on a confirmed device.
 */
export function createOrderHistoryRouter(shop: Shop) {
  const { db } = shop;
  const router = Router();
  router.get("/", requireUser(shop), async (req, res) => {
    const newest = await listOwnOrders(db.read, req.user.id);
    if (newest.length === 0) return void res.json([]);
    const items = await listItemsOfOrders(
      db.read,
      newest.map(({ id }) => id),
    );
    const orders = newestThatFit(newest, items);
    const ids = orders.map(({ id }) => id);
    const vouchers = await listOwnVouchers(db.read, ids);
    const gifts = await listGiftsOfOrders(db.read, ids);
    const isLocked = vouchers.length > 0 && !(await isUnlocked(shop, req.user.sessionId));
    const gateways = await listShownGateways(db.read, ids);
    const receipts = await listReceiptsOfOrders(db.read, ids);
    const refunds = await readRefundProgress(db.read, ids);
    const delayed = await findDelayed(shop, orders);
    const translate = await readSoldTexts(shop, items);
    res.json(
      orders.map((order) =>
        historyJson(shop, order, {
          items: items.filter((item) => item.order_id === order.id).map(translate),
          gifts: gifts.filter((gift) => gift.order_id === order.id),
          vouchers: vouchers.filter((voucher) => voucher.order_id === order.id).map(translate),
          receipt: receipts.find((receipt) => receipt.order_id === order.id),
          gateway: gateways.get(order.id),
          refunds: refunds.get(order.id) ?? [],
          isLocked,
          delayed,
        }),
      ),
    );
  });
  return router;
}
