import { ApiError } from "../base/error.ts";
import type { Before } from "../db/database.ts";
import { queueVouchersMessage } from "../messages/vouchers-message.ts";
import { takeFromDay } from "../repositories/limits/daily-quotas.ts";
import { queueMailAgain } from "../repositories/mail/outbox.ts";
import { getOrder } from "../repositories/orders/orders.ts";
import { findClosing } from "../repositories/payments/disputes.ts";
import type { Shop } from "../shop/shop.ts";

/** The most mails with an order's codes that can be requested within a day. */
const MOST_A_DAY = 5;

/**
 * Queues the mail with an order's vouchers once more. @param before runs first in the transaction. @throws ApiError 409 for an
 * order that is not completed or whose payment is disputed, 429 beyond the day's mails
 */
export const sendVouchersAgain = (shop: Shop, orderId: string, before?: Before): Promise<void> =>
  shop.db.transaction(async (tx) => {
    await before?.(tx);
    const now = shop.clock.now();
    const order = await getOrder(tx, orderId);
    if (order.status !== "completed") throw new ApiError(409, "This order has no vouchers yet.");
    if ((await findClosing(tx, orderId)) !== undefined)
      throw new ApiError(409, "The payment of this order is disputed.");
    if (!(await takeFromDay(tx, `vouchers again ${orderId}`, MOST_A_DAY, now)))
      throw new ApiError(429, `Its vouchers were sent again ${MOST_A_DAY} times within a day. Try again tomorrow.`);
    await queueMailAgain(tx, { kind: "vouchers", about: orderId, now });
    await queueVouchersMessage(tx, shop, order, true);
  });
