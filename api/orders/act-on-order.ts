import { ApiError } from "../base/error.ts";
import type { Before } from "../db/database.ts";
import type { Audit } from "../ports/audit.ts";
import type { Order } from "../repositories/orders/orders.ts";
import type { Shop } from "../shop/shop.ts";
import { refuseOrder, releaseOrder } from "./review-order.ts";
import { sendVouchersAgain } from "./send-vouchers-again.ts";

// The actions of members on an order that are also made on many at once (bulk/), with their entries in the audit.

type Call = { shop: Shop; audit: Audit };
/** `before` runs first in the transaction. */
type Decision = { reason: string; seen: string; before?: Before };

const NOT_HELD = "This order is not held any more.";

/**
 * The subject of an action on an order in the audit. It is the order's id, because two shoppers may have orders with the same
 * number. The number is added.
 */
export const noteOrder = ({ id, order_number }: Pick<Order, "id" | "order_number">) => ({
  subject: id,
  after: { order: order_number },
});

/** @throws ApiError as releaseOrder, and 409 for an order that is not held */
export async function releaseHeld({ shop, audit }: Call, order: Order, { reason, seen, before }: Decision) {
  const act = { act: "order.release", ...noteOrder(order), before: { review: order.review }, reason };
  await audit(act, () => demand(releaseOrder(shop, order.id, seen, before)));
}

/** @throws ApiError as refuseOrder, and 409 for an order that is not held */
export async function refuseHeld({ shop, audit }: Call, order: Order, { reason, seen, before }: Decision) {
  const act = { act: "order.refuse", ...noteOrder(order), before: { review: order.review }, reason };
  await audit(act, () => demand(refuseOrder(shop, order.id, seen, before)));
}

/** Throws for a decision that came too late, so that the audit records its failure. */
async function demand(done: Promise<boolean>) {
  if (!(await done)) throw new ApiError(409, NOT_HELD);
}

/** @throws ApiError as sendVouchersAgain */
export const resendVouchers = ({ shop, audit }: Call, order: Order, before?: Decision["before"]) =>
  audit({ act: "order.resend", ...noteOrder(order) }, () => sendVouchersAgain(shop, order.id, before));
