import type { Before } from "../db/database.ts";
import { noteOrder } from "../orders/act-on-order.ts";
import { goodwillOf, type RefundOfUnits, refundUnits } from "../orders/refund-order.ts";
import type { Audit } from "../ports/audit.ts";
import type { Order } from "../repositories/orders/orders.ts";
import type { Shop } from "../shop/shop.ts";
import { moveMoney } from "./move-money.ts";

type Refund = Omit<RefundOfUnits, "orderId">;
/** `by`: the member's e-mail. `before` runs in the transaction of a refund that does not wait. */
type Decision = { reason: string; by: string; before?: Before };

/**
 * Refunds cards of an order for a member, or leaves that waiting for a second one. @returns the debt; undefined while it waits
 * @throws ApiError as refundUnits
 */
export async function refundCards(
  call: { shop: Shop; audit: Audit },
  order: Pick<Order, "id" | "order_number">,
  refund: Refund,
  { reason, by, before }: Decision,
) {
  const { shop, audit } = call;
  const { units, number, isEvenIfRevealed } = refund;
  const { subject, after } = noteOrder(order);
  const act = { subject, after: { ...after, units, number, even_if_revealed: isEvenIfRevealed }, reason };
  const details = { orderId: order.id, ...refund };
  const amount = await goodwillOf(shop, details);
  if (amount === 0) {
    // A card whose code somebody has just seen is not refunded.
    const unseen = { ...details, isEvenIfRevealed: false };
    return audit({ act: "order.refund", ...act }, () => refundUnits(shop, unseen, before));
  }
  return moveMoney(call, { kind: "order.refund", orderId: order.id, amount, details, reason, by }, act, (count) =>
    refundUnits(shop, details, async (tx) => {
      await count(tx);
      await before?.(tx);
    }),
  );
}
