import { PAYMENT_WINDOW_SECONDS } from "#app/base/constants.ts";
import type { Order } from "#app/commerce/types.ts";
import { PAYMENT_SCREEN_SECONDS, type PaymentScreenName } from "#app/forms/payment.ts";
import { formatDateTime } from "#app/ui/date.tsx";

import { t } from "../../../config/language/t.ts";

type Times = Pick<Order, "expiresAt" | "createdAt">;

/**
 * Whole seconds left to pay: until `expiresAt`, else 300 s from `createdAt` and never more (epoch ms; docs/product.md,
 * 7.2). An order with neither counts as created now.
 */
export function secondsLeft({ expiresAt, createdAt }: Times, now: number): number {
  if (expiresAt !== null) return wholeSeconds(expiresAt - now);
  return Math.min(wholeSeconds((createdAt ?? now) - now + PAYMENT_WINDOW_SECONDS * 1000), PAYMENT_WINDOW_SECONDS);
}

/** The end of the time in which an order can be paid (epoch ms). */
export const endOf = (order: Times, now: number) => now + secondsLeft(order, now) * 1000;

const wholeSeconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000));

/** True while the backend reports the order as pending and its time is not over. */
export const canBePaid = (order: Order, now: number) => order.status === "pending" && secondsLeft(order, now) > 0;

/** `secondsLeft` of `windowSeconds` are left. `timeNote` is the text for the shopper. */
export type ScreenWindow = { windowSeconds: number; secondsLeft: number; timeNote: string };

/**
 * A screen's countdown. If the order has 300 s or less, it is at most the screen's own time. Otherwise it is the order's real
 * time, since a gateway's page and a bank's app may take longer.
 */
export function screenWindow(screen: PaymentScreenName, order: Times, now: number): ScreenWindow {
  const left = secondsLeft(order, now);
  // A time that was cut to whole seconds must not make 300 s longer.
  const whole = order.expiresAt === null ? 0 : Math.floor((order.expiresAt - (order.createdAt ?? now)) / 1000);
  if (order.expiresAt !== null && whole > PAYMENT_WINDOW_SECONDS) {
    const timeNote = t("checkout.payable", { time: formatDateTime(order.expiresAt) });
    return { windowSeconds: Math.max(whole, left), secondsLeft: left, timeNote };
  }
  const windowSeconds = PAYMENT_SCREEN_SECONDS[screen];
  return { windowSeconds, secondsLeft: Math.min(left, windowSeconds), timeNote: shortNote(screen) };
}

function shortNote(screen: PaymentScreenName) {
  const count = PAYMENT_WINDOW_SECONDS / 60;
  return screen === "payment"
    ? t("checkout.windowNote-payment", { count })
    : t("checkout.windowNote-verify", { count, page: PAYMENT_SCREEN_SECONDS.verify / 60 });
}
