import { ApiError } from "../base/error.ts";
import type { Reader } from "../db/database.ts";
import { countRevealed } from "../repositories/cards/vouchers.ts";
import { listOrderRefunds } from "../repositories/refunds/order-refunds.ts";
import { listRefundsOfOrder } from "../repositories/refunds/payment-refunds.ts";
import type { Shop } from "../shop/shop.ts";
import { closeRefundsOfOrder } from "./close-refunds.ts";
import { sendRefundsOfOrder } from "./send-refunds.ts";
import { waitingRefunds } from "./waiting-refunds.ts";

/** The number of seen codes of an order for which a refund still waits; 0 if none waits. */
export const countRevealedBeforeRefund = async ({ db }: Pick<Shop, "db">, orderId: string): Promise<number> =>
  (await isOwed(db.read, orderId)) ? countRevealed(db.read, orderId) : 0;

const isOwed = async (db: Reader, orderId: string) =>
  (await listOrderRefunds(db, orderId)).some(({ sent_at }) => sent_at === null);

type Choice = {
  /** The id of a waiting try at the gateway; absent for all waiting ones. */
  refundId?: string;
  isEvenIfRevealed: boolean;
  isPaidByHand: boolean;
};

/**
 * Sends the debts of an order through its gateway, or books that they were paid by hand. @returns the number of refunds
 * @throws ApiError 409 if nothing is owed, or codes were seen and that is not confirmed
 */
export async function sendOwed(shop: Shop, orderId: string, { refundId, isEvenIfRevealed, isPaidByHand }: Choice) {
  const waiting = waitingRefunds(await listRefundsOfOrder(shop.db.read, orderId));
  if (waiting.length === 0 && !(await isOwed(shop.db.read, orderId)))
    throw new ApiError(409, "This order owes no refund, or it is on its way already.");
  const revealed = await countRevealedBeforeRefund(shop, orderId);
  if (revealed > 0 && !isEvenIfRevealed) {
    const text = `${revealed === 1 ? "A code" : `${revealed} codes`} may have been seen. Confirm that the refund is right all the same.`;
    throw new ApiError(409, text, { even_if_revealed: text }, "revealed");
  }
  return (await (isPaidByHand ? closeRefundsOfOrder : sendRefundsOfOrder)(shop, orderId, refundId)).length;
}
