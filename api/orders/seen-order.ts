import { createHash } from "node:crypto";

import { ApiError, CHANGED_MEANWHILE } from "../base/error.ts";
import type { Reader } from "../db/database.ts";
import type { Order } from "../repositories/orders/orders.ts";
import { type Dispute, listDisputesOfOrder } from "../repositories/payments/disputes.ts";
import { listRefundsOfOrder, type PaymentRefund } from "../repositories/refunds/payment-refunds.ts";

type Reviewed = Pick<Order, "id" | "review" | "review_reason">;

/** A hash of the facts for a decision about a held order: its review, the money that went back, and its disputes. */
export function hashFacts({ review, review_reason: reason }: Reviewed, refunds: PaymentRefund[], disputes: Dispute[]) {
  const back = refunds.map(({ id, amount }) => `${id} ${amount}`).toSorted();
  const disputed = disputes.map(({ id, state, taken }) => `${id} ${state} ${taken}`).toSorted();
  return createHash("sha256")
    .update(JSON.stringify([review, reason, back, disputed]))
    .digest("base64url");
}

/** `hashFacts` of an order, read now. */
export const hashReview = async (db: Reader, order: Reviewed): Promise<string> =>
  hashFacts(order, await listRefundsOfOrder(db, order.id), await listDisputesOfOrder(db, order.id));

/**
 * Refuses a decision about an order that is not as the operator saw it.
 * @param seen its hash when the operator saw it
 * @throws ApiError 409 with the code CHANGED_MEANWHILE
 */
export async function refuseUnseenOrder(db: Reader, order: Reviewed, seen: string) {
  if ((await hashReview(db, order)) !== seen) throw new ApiError(409, CHANGED, undefined, CHANGED_MEANWHILE);
}

const CHANGED = "The order has changed since you opened it. Check it again.";
