import { getOrder } from "../repositories/orders.ts";
import { queueMailAgain } from "../repositories/outbox.ts";
import type { Shop } from "../shop.ts";

/** Queues the mail with an order's vouchers once more; false for an order that is not completed. */
export const sendVouchersAgain = ({ db, clock }: Shop, orderId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { status } = await getOrder(tx, orderId);
    if (status !== "completed") return false;
    await queueMailAgain(tx, { kind: "vouchers", about: orderId, now: clock.now() });
    return true;
  });
