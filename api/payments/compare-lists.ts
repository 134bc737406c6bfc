import { UNPAID } from "../domain/orders.ts";
import type { BookPage, ListedPayment, RefundView } from "../ports/gateway.ts";
import { settleRefund } from "../refunds/settle-refund.ts";
import { getOrder } from "../repositories/orders/orders.ts";
import { confirmBooked, findBooked } from "../repositories/payments/booked.ts";
import { findPayment, type Payment } from "../repositories/payments/payments.ts";
import type { Shop } from "../shop/shop.ts";
import {
  compareAttempt,
  describe,
  describeAmount,
  describeUnasked,
  findOtherAmount,
  findRefund,
  isOtherBrands,
} from "./compare-attempt.ts";
import { compareListedDispute } from "./compare-disputes.ts";
import { findNoticed } from "./receive-webhook.ts";

/** Failures that the operator's line names. */
const MOST_NAMED = 3;

/**
 * Compares a page of the lists of the gateway with the books, and queries each attempt with a payment that they lack. Adds the
 * differences to `found`, also before it throws. @returns false if `signal` has ended it early
 * @throws AggregateError at the end, when some of the page could not be compared
 */
export async function comparePage(
  shop: Shop,
  { payments, refunds, disputes }: BookPage,
  found: Set<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const confirmed: string[] = [];
  const failures: { name: string; error: unknown }[] = [];
  const compare = async (name: string, find: () => Promise<string[]>) => {
    try {
      for (const line of await find()) found.add(line);
    } catch (error) {
      failures.push({ name, error });
    }
  };
  for (const payment of payments) {
    if (signal.aborted) break;
    await compare(`payment ${payment.gatewayPaymentId}`, async () => {
      const { lines, eventId } = await comparePayment(shop, payment);
      if (eventId !== undefined) confirmed.push(eventId);
      return lines;
    });
  }
  if (confirmed.length > 0) await shop.db.transaction((tx) => confirmBooked(tx, confirmed, shop.clock.now()));
  for (const refund of refunds) {
    if (signal.aborted) break;
    await compare(`refund ${refund.gatewayRefundId}`, () => compareListedRefund(shop, refund));
  }
  for (const dispute of disputes) {
    if (signal.aborted) break;
    await compare(`dispute ${dispute.disputeId}`, () => compareListedDispute(shop, dispute));
  }
  if (failures.length > 0) throw failed(failures);
  return !signal.aborted;
}

function failed(failures: { name: string; error: unknown }[]) {
  const errors = failures.map(({ error }) => error);
  const texts = failures.slice(0, MOST_NAMED).map(({ name, error }) => `${name}: ${(error as Error).message}`);
  const more = failures.length > MOST_NAMED ? `; and ${failures.length - MOST_NAMED} more` : "";
  return new AggregateError(errors, texts.join("; ") + more);
}

/** @returns the event of a payment that is booked and was not confirmed yet */
async function comparePayment(shop: Shop, listed: ListedPayment): Promise<{ lines: string[]; eventId?: string }> {
  const { db, payments } = shop;
  const booked = await findBooked(db.read, payments.kind, listed.gatewayPaymentId);
  if (booked !== undefined) {
    const payment = (await findPayment(db.read, booked.payment_id))!;
    const { order_number: number, status } = await getOrder(db.read, payment.order_id);
    const lines = findOtherAmount(`order ${number}`, booked, listed);
    // A query for the attempt finds the other faults of a booked payment.
    if (UNPAID.includes(status)) lines.push(...(await compareAttempt(shop, payment)));
    return { lines, ...(booked.confirmed_at === null && { eventId: booked.event_id }) };
  }
  const payment = listed.attempt === null ? undefined : await findNoticed(shop, listed.attempt);
  if (listed.state === "authorized") return { lines: await compareAuthorized(shop, payment) };
  const lines = payment === undefined ? [] : await compareAttempt(shop, payment);
  if (lines.length > 0 || (await findBooked(db.read, payments.kind, listed.gatewayPaymentId))) return { lines };
  return {
    lines: [`${describe(listed)} belongs to no order of the shop: find out in the gateway's dashboard who paid what`],
  };
}

/** The query for an attempt captures authorized money if the order needs it. Other money is returned to the payer. */
async function compareAuthorized(shop: Shop, payment: Payment | undefined): Promise<string[]> {
  if (payment === undefined) return [];
  const { status } = await getOrder(shop.db.read, payment.order_id);
  return UNPAID.includes(status) ? compareAttempt(shop, payment) : [];
}

async function compareListedRefund(shop: Shop, refund: RefundView): Promise<string[]> {
  const { db, payments } = shop;
  const what = `refund ${refund.gatewayRefundId} of ${describeAmount({ amount: refund.amount, currency: "INR" })}`;
  const known = await findRefund(db.read, refund);
  const paid = refund.gatewayPaymentId && (await findBooked(db.read, payments.kind, refund.gatewayPaymentId));
  const paymentId = known?.payment_id ?? (paid ? paid.payment_id : undefined);
  if (paymentId === undefined && (await isOtherBrands(shop, refund.gatewayPaymentId))) return [];
  if (paymentId === undefined)
    return [`${what} is for a payment that is not in the books: find out in the gateway's dashboard who made it`];
  const payment = (await findPayment(db.read, paymentId))!;
  const name = `order ${(await getOrder(db.read, payment.order_id)).order_number}`;
  await settleRefund(shop, payment, refund);
  return [...describeUnasked(name, refund, known), ...(known ? findOtherRefund(name, known, refund) : [])];
}

/** The line about a refund whose amount in the books differs from the gateway's. */
export function findOtherRefund(
  name: string,
  known: { amount: number },
  { amount, gatewayRefundId }: RefundView,
): string[] {
  if (known.amount === amount) return [];
  const [ours, theirs] = [known.amount, amount].map((paise) => describeAmount({ amount: paise, currency: "INR" }));
  return [`${name}: refund ${gatewayRefundId} is ${theirs} at the gateway and ${ours} in the books: ask its support`];
}
