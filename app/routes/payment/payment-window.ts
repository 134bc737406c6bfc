import type { Order } from "#app/commerce/types.ts";
import { PAYMENT_WINDOW_SECONDS } from "#app/constants.ts";

/**
 * Whole seconds left to pay, 0 to 300: until `expiresAt`, else 300 s from `createdAt` (epoch ms; docs/product.md, 7.2).
 * An order with neither counts as created now.
 */
export function secondsLeft({ expiresAt, createdAt }: Pick<Order, "expiresAt" | "createdAt">, now: number): number {
  const deadline = expiresAt ?? (createdAt ?? now) + PAYMENT_WINDOW_SECONDS * 1000;
  return Math.min(Math.max(0, Math.ceil((deadline - now) / 1000)), PAYMENT_WINDOW_SECONDS);
}

/** Whether the backend calls the order pending and its time is not over. */
export const canBePaid = (order: Order, now: number) => order.status === "pending" && secondsLeft(order, now) > 0;
