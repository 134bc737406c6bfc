import { createHash } from "node:crypto";

import { ApiError, CHANGED_MEANWHILE } from "../base/error.ts";
import type { Reader } from "../db/database.ts";
import type { Order } from "../repositories/orders/orders.ts";
import { listDisputesOfOrder } from "../repositories/payments/disputes.ts";
import { listRefundsOfOrder } from "../repositories/refunds/payment-refunds.ts";

type Reviewed = Pick<Order, "id" | "review" | "review_reason">;

/** A hash of the facts for a decision about a held order: its review, the money that went back, and its disputes. */
export async function hashReview(db: Reader, { id, review, review_reason: reason }: Reviewed): Promise<string> {
  const refunds = (await listRefundsOfOrder(db, id)).map((refund) => `${refund.id} ${refund.amount}`);
  const disputes = (await listDisputesOfOrder(db, id)).map((one) => `${one.id} ${one.state} ${one.taken}`);
  return createHash("sha256")
    .update(JSON.stringify([review, reason, refunds.toSorted(), disputes.toSorted()]))
    .digest("base64url");
}

/**
 * Refuses a decision about an order that is not as the operator saw it.
 * @param seen its hash when the operator saw it
 * @throws ApiError 409 with the code CHANGED_MEANWHILE
 */
export async function refuseUnseenOrder(db: Reader, order: Reviewed, seen: string) {
  if ((await hashReview(db, order)) !== seen) throw new ApiError(409, CHANGED, undefined, CHANGED_MEANWHILE);
}

const CHANGED = "The order has changed since you opened it. Check it again.";
