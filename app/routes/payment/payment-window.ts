import { PAYMENT_WINDOW_SECONDS } from "#app/constants.ts";
import type { Order } from "#app/commerce/types.ts";

/**
 * Whole seconds for which an order can still be paid, 0 to 300: until its expiry where the host tells one, else 300 s
 * from its creation (docs/product.md, 7.2; times are epoch ms). A host that tells neither is believed to have just made
 * it.
 */
export function secondsLeft({ expiresAt, createdAt }: Pick<Order, "expiresAt" | "createdAt">, now: number): number {
  const deadline = expiresAt ?? (createdAt ?? now) + PAYMENT_WINDOW_SECONDS * 1000;
  return Math.min(Math.max(0, Math.ceil((deadline - now) / 1000)), PAYMENT_WINDOW_SECONDS);
}

/** True while an order waits for its money: pending at the host, and its time not over. */
export const canBePaid = (order: Order, now: number) => order.status === "pending" && secondsLeft(order, now) > 0;
