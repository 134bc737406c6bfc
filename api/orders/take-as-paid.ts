import type { Writer } from "../db/database.ts";
import { clearOrderedLines } from "../repositories/cart/order-cart.ts";
import { spendHeldCoins } from "../repositories/coins/coins.ts";
import { moveOrder, type Order } from "../repositories/orders/orders.ts";
import { issueReceipt } from "../repositories/orders/receipts.ts";
import type { Shop } from "../shop/shop.ts";

/** Takes an order without cash to pay as paid. */
export async function takeAsPaid(tx: Writer, { tenant }: Shop, order: Order, now: number): Promise<Order> {
  await spendHeldCoins(tx, order.id);
  await issueReceipt(tx, tenant, order, now);
  const paid = await moveOrder(tx, order, "paid", now);
  await clearOrderedLines(tx, paid);
  return paid;
}
