import { UNASKED } from "../domain/refunds.ts";
import type { PaymentRefund } from "../repositories/refunds/payment-refunds.ts";

/** The reasons against sending a refund now, or closing it by hand. The message is for the operator. */
export class RefundConflict extends Error {
  override name = "RefundConflict";
}

export const isOver = () => new RefundConflict("this refund is done, or the gateway works on it");
export const isBeingSent = () => new RefundConflict("somebody sends this refund now: look again in half a minute");

export const isDisputed = () =>
  new RefundConflict(
    "the payer disputes this payment, so a refund could pay twice: accept the dispute in the gateway's dashboard, or wait for its end",
  );

const isUnasked = ({ reason }: PaymentRefund) => UNASKED.some((own) => own === reason);

/** A call about a refund ends within this time. */
export const LEASE_MS = 30_000;

/** True while a call to the gateway about the refund may be under way. */
export const isLeased = ({ next_try_at: next }: PaymentRefund, now: number) =>
  next !== null && next > now && next <= now + LEASE_MS;

/** Tries to give the same back. */
const isSame = (one: PaymentRefund, other: PaymentRefund) =>
  one.reason === other.reason &&
  one.gateway_payment_id === other.gateway_payment_id &&
  one.refund_number === other.refund_number;

/**
 * The refunds that an operator can send or close by hand: due ones, failed ones without another try, and those without further
 * queries.
 * @param refunds all of an order, oldest first
 */
export const waitingRefunds = (refunds: PaymentRefund[]): PaymentRefund[] =>
  refunds.filter(
    (refund) =>
      refund.state === "due" ||
      (refund.state === "pending" && refund.next_try_at === null) ||
      isFailed(refund, refunds),
  );

/** The last of several tries of the shop that have all failed. */
export function isFailed(refund: PaymentRefund, refunds: PaymentRefund[]): boolean {
  if (isUnasked(refund)) return false;
  const tries = refunds.filter((other) => isSame(other, refund));
  return tries.every(({ state }) => state === "failed") && tries.at(-1)?.id === refund.id;
}

/** The last try of a refund; `refundId` may name an earlier one. @throws RefundConflict for an id of another order */
export function lastTryOf(refunds: PaymentRefund[], refundId: string): PaymentRefund {
  const named = refunds.find(({ id }) => id === refundId);
  const last =
    named &&
    (refunds.findLast((other) => isSame(other, named) && other.state !== "failed") ??
      refunds.findLast((other) => isSame(other, named)));
  if (last === undefined) throw new RefundConflict(`this order has no refund ${refundId}`);
  return last;
}

/**
 * A refund that is paid by hand is booked by its id: nobody can find out afterwards which one was paid. @throws RefundConflict
 */
export function refuseUnnamed(refunds: PaymentRefund[]) {
  const ours = refunds.filter((refund) => !isUnasked(refund));
  if (ours.some((refund) => !isSame(refund, ours[0]!)))
    throw new RefundConflict("this order has several refunds: say which one you have paid");
}
