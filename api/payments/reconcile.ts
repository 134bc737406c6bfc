import { expireOrder } from "../orders/expire-order.ts";
import { tryToFulfil } from "../orders/fulfil-order.ts";
import { listUnfulfilledOrders, type Order } from "../repositories/orders.ts";
import { schedulePoll, takeDuePayment } from "../repositories/payments.ts";
import type { Shop } from "../shop.ts";
import { within } from "../within.ts";
import { settlePayment } from "./settle-payment.ts";

/**
 * Polls a payment 20, 40, 80 and 160 s after its order and at the end of its window, then after pauses that double, for
 * about a day in all; after that, the operator has to act.
 */
const FIRST_PAUSE_MS = 20_000;
const MAX_POLLS = 13;

/** Timeout for one payment's status. */
const GATEWAY_MS = 5_000;
/** How long a payment belongs to who asks about it: longer than that takes with what the answer causes. */
const LEASE_MS = 15_000;
/** Payments in one round. */
const BATCH = 50;

/** How long an overdue order waits for an unreachable gateway before it expires. */
const GATEWAY_GRACE_MS = 120_000;

/**
 * Asks the gateway about a payment and handles the answer like a notification. @throws when the gateway cannot be
 * reached
 */
async function pollPayment(shop: Shop, paymentId: string, orderNumber: string) {
  const report = await within(GATEWAY_MS, "the payment gateway", shop.payments.fetchStatus(paymentId));
  if (report === undefined || report.result === "pending") return;
  // Each result is one event, however often it is polled.
  await settlePayment(shop, { eventId: `poll:${paymentId}:${report.result}`, paymentId, orderNumber, report });
}

/**
 * Asks the gateway about every due payment, also of expired orders, to find payments whose notification was lost. The last
 * question within a payment's window comes at its end, and then the order expires.
 * @returns true when more may be due
 */
export async function reconcilePayments(shop: Shop, signal?: AbortSignal): Promise<boolean> {
  for (let asked = 0; asked < BATCH && !signal?.aborted; asked++) {
    const due = await shop.db.transaction((tx) => takeDuePayment(tx, shop.clock.now(), LEASE_MS));
    if (due === undefined) return false;
    await reconcilePayment(shop, due);
  }
  return true;
}

type DuePayment = NonNullable<Awaited<ReturnType<typeof takeDuePayment>>>;

async function reconcilePayment(shop: Shop, { id, polls, order }: DuePayment) {
  const { db, clock } = shop;
  const isOpen = order.status === "pending" || order.status === "expired" || order.status === "failed";
  const isAnswered = !isOpen || (await tryToPoll(shop, id, order));
  const now = clock.now();
  const end = order.status === "pending" ? order.expires_at : Infinity;
  if (!isAnswered && now >= end && now < end + GATEWAY_GRACE_MS) {
    const next = Math.min(now + FIRST_PAUSE_MS, end + GATEWAY_GRACE_MS);
    return db.transaction((tx) => schedulePoll(tx, id, polls, next));
  }
  if (now >= end) await expireOrder(shop, order.id);
  const next = now + FIRST_PAUSE_MS * 2 ** polls;
  const isLast = !isOpen || polls + 1 >= MAX_POLLS;
  await db.transaction((tx) => schedulePoll(tx, id, polls + 1, isLast ? null : now < end ? Math.min(next, end) : next));
}

/** @returns whether the gateway could be asked */
const tryToPoll = (shop: Shop, paymentId: string, { id, order_number }: Order) =>
  pollPayment(shop, paymentId, order_number).then(
    () => true,
    (error: unknown) => {
      shop.log.warn({ err: error, paymentId, orderId: id }, "payment gateway cannot be asked");
      return false;
    },
  );

/** Fulfils paid orders that are still open: after a crash, or once no supplier has anything to add. */
export async function resumeFulfilment(shop: Shop, signal?: AbortSignal) {
  for (const { id } of await listUnfulfilledOrders(shop.db.read)) {
    if (signal?.aborted) return;
    await tryToFulfil(shop, id);
  }
}
