import { Router } from "express";

import { notFound } from "../base/error.ts";
import { toRupees } from "../domain/pricing.ts";
import { receiptNumber } from "../domain/receipts.ts";
import { totalRefunded } from "../domain/refunds.ts";
import { parseQuery } from "../http/parse.ts";
import { requireUser } from "../http/require-user.ts";
import { findOwnOrder, listOrderItems, type Order, type OrderItem } from "../repositories/orders/orders.ts";
import { findReceipt, type Receipt } from "../repositories/orders/receipts.ts";
import { readSoldTexts } from "../repositories/orders/sold-texts.ts";
import { findReceivedPayment } from "../repositories/payments/payments.ts";
import { listOrderRefunds } from "../repositories/refunds/order-refunds.ts";
import type { Shop } from "../shop/shop.ts";
import { shortReference } from "./order-json.ts";
import { OrderQuery } from "./place-order.ts";

/** GET /order-receipt/ (an extension): the receipt of a paid order in its issued form; 404 for an unpaid one. */
export function createOrderReceiptRouter(shop: Shop) {
  const { db, tenant } = shop;
  const router = Router();
  router.get("/", requireUser(shop), async (req, res) => {
    const { order_id } = parseQuery(OrderQuery, req);
    const order = await findOwnOrder(db.read, req.user.id, order_id);
    const receipt = order && (await findReceipt(db.read, order.id));
    if (order === undefined || receipt === undefined) throw notFound();
    const refunds = await listOrderRefunds(db.read, order.id);
    const { amount, coins } = totalRefunded(refunds);
    const payment = await findReceivedPayment(db.read, order.id);
    const items = await listOrderItems(db.read, order.id);
    const translate = await readSoldTexts(shop, items);
    res.json({
      ...receiptJson(order, receipt, items.map(translate)),
      // The bank's number of the transfer (UTR), else the reference shown in the payer's UPI app.
      paid_by: {
        method: "UPI",
        reference: payment?.bank_reference ?? shortReference(order) ?? order.order_number,
      },
      refund: refunds.length > 0 ? { amount: toRupees(amount), coins: toRupees(coins) } : null,
      // Old receipts, from before sellers were recorded, name the brand's current legal entity.
      legal: {
        entity: receipt.entity ?? tenant.legal.entity ?? null,
        gstin: receipt.gstin ?? tenant.legal.gstin ?? null,
        address: receipt.address ?? tenant.branding.address ?? null,
      },
    });
  });
  return router;
}

const receiptJson = (order: Order, receipt: Receipt, items: OrderItem[]) => ({
  number: receiptNumber(receipt.financial_year, receipt.serial),
  issued_at: new Date(receipt.issued_at).toISOString(),
  order_number: order.order_number,
  short_reference: shortReference(order),
  items: items.map(({ name, quantity, denomination }) => ({
    name,
    quantity,
    denomination: toRupees(denomination),
    amount: toRupees(denomination * quantity),
  })),
  total: toRupees(order.total),
  coins_used: toRupees(order.coins),
  amount: toRupees(order.amount),
  user: { username: receipt.username, email: receipt.email },
});
