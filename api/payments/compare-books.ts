import { Unreachable } from "../base/unreachable.ts";
import { TookTooLong, within } from "../concurrency/within.ts";
import { DAY_MS } from "../domain/days.ts";
import { gatewayOf } from "../gateways/gateway-of.ts";
import { settleRefund } from "../refunds/settle-refund.ts";
import { getOrder } from "../repositories/orders/orders.ts";
import { nextAttempt, nextTakenRefund } from "../repositories/payments/booked.ts";
import { type Comparison, takeDueComparison, updateComparison } from "../repositories/payments/comparisons.ts";
import { nextDispute } from "../repositories/payments/disputes.ts";
import { findPayment, toAttempt } from "../repositories/payments/payments.ts";
import type { PaymentRefund } from "../repositories/refunds/payment-refunds.ts";
import type { Shop } from "../shop/shop.ts";
import { ASK_MS, compareAttempt } from "./compare-attempt.ts";
import { compareDispute } from "./compare-disputes.ts";
import { comparePage, findOtherRefund } from "./compare-lists.ts";
import { capLines, type Position, startRun, YOUNG_MS } from "./compare-run.ts";

/** Longer than the work's deadline and the last query together. */
const LEASE_MS = 60_000;
/** Queries in one round. */
const BATCH = 20;
const RETRY_MS = 15 * 60_000;
/**
 * After so many tries a query is given up. Lists are requested until they arrive: without them, missing payments stay unknown.
 */
const MOST_TRIES = 8;

/** The next query. Its differences go to `found`. `next` is undefined at the end, and the same position to repeat the query. */
type Question = {
  /** The part that could not be compared; absent if it must be. The answer to a query for a list sets it and `next`. */
  what?: string;
  ask(found: Set<string>, signal: AbortSignal): Promise<Position | undefined>;
  next: Position | undefined;
};

/**
 * Once a day compares the books of the last five days with those of the gateway, and books the missing entries. A run takes many
 * rounds, and continues after a crash. If the gateway does not answer, it waits for a quarter of an hour.
 * @returns true when more is due
 */
export async function compareBooks(shop: Shop, signal: AbortSignal): Promise<boolean> {
  const { db, clock } = shop;
  let row = await db.transaction((tx) => takeDueComparison(tx, clock.now(), LEASE_MS));
  if (row === undefined) return false;
  for (let asked = 1; ; asked++) {
    const change = await askNext(shop, row, signal);
    const isRoundOver = asked >= BATCH || signal.aborted;
    const next_at = change.next_at ?? clock.now() + (isRoundOver ? 0 : LEASE_MS);
    const before: Comparison = row;
    row = { ...before, ...change, next_at };
    const isOurs = await db.transaction((tx) => updateComparison(tx, before, { ...change, next_at }));
    if (!isOurs || change.next_at !== undefined) return false;
    if (isRoundOver) return true;
  }
}

/** Sends the next query. @returns the values to store; without `next_at` the run continues at once */
async function askNext(shop: Shop, taken: Comparison, signal: AbortSignal): Promise<Partial<Comparison>> {
  const now = shop.clock.now();
  const started = taken.position === null ? startRun(shop, now, taken.compared_until) : undefined;
  const position = started?.position ?? (JSON.parse(taken.position!) as Position);
  const found = new Set([...(JSON.parse(taken.found) as string[]), ...(started?.found ?? [])]);
  let question: Question | undefined;
  let next: Position | undefined;
  try {
    question = await nextQuestion(shop, position);
    next = await question.ask(found, signal);
  } catch (error) {
    const tries = taken.tries + 1;
    const problem = logFailure(shop, taken, error);
    if (question?.what === undefined || tries < MOST_TRIES) {
      const again = { position: JSON.stringify(position), found: JSON.stringify(capLines(shop, found)) };
      return { ...again, tries, problem, next_at: now + RETRY_MS };
    }
    found.add(`${question.what} could not be compared: ${problem}`);
    next = question.next;
  }
  const kept = capLines(shop, found);
  // A repeated query finds the same lines again.
  const left = position.left + (next === position ? 0 : found.size - kept.length);
  if (next !== undefined)
    return { position: JSON.stringify({ ...next, left }), found: JSON.stringify(kept), tries: 0, problem: null };
  if (found.size > 0)
    shop.log.warn({ differences: kept.length + left }, "the books differ from the gateway's: awning reconcile");
  const ended = { position: null, found: "[]", tries: 0, problem: null, compared_until: position.startedAt };
  const differences = JSON.stringify([
    ...kept,
    ...(left > 0 ? [`${left} more differences: see the worker's log`] : []),
  ]);
  return { ...ended, differences, finished_at: now, next_at: position.startedAt + DAY_MS };
}

/** @returns the message of the error */
function logFailure({ log }: Shop, { gateway }: Comparison, error: unknown): string {
  const level = isExpected(error) ? "warn" : "error";
  log[level]({ err: error, gateway }, "the books cannot be compared with the gateway's yet");
  return error instanceof Error ? error.message : String(error);
}

const isExpected = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.every(isExpected)
    : error instanceof Unreachable || error instanceof TookTooLong;

async function nextQuestion(shop: Shop, position: Position): Promise<Question> {
  const { db, payments } = shop;
  const { startedAt, from, left } = position;
  const run = { startedAt, from, left };
  const range = { gateway: payments.kind, from, to: startedAt - YOUNG_MS };
  switch (position.part) {
    case "lists": {
      const question: Question = {
        next: position,
        async ask(found, signal) {
          const page = await within(ASK_MS, "the payment gateway", payments.listBooks!(range, position.page));
          question.what = "a page of the gateway's lists";
          question.next =
            page.next === null ? { ...run, part: "attempts", after: null } : { ...run, part: "lists", page: page.next };
          return (await comparePage(shop, page, found, signal)) ? question.next : position;
        },
      };
      return question;
    }
    case "attempts": {
      // The lists have named the others.
      const isUnconfirmed = payments.listBooks !== undefined;
      const payment = await nextAttempt(db.read, { ...range, after: position.after, isUnconfirmed });
      if (payment === undefined) return nextQuestion(shop, { ...run, part: "refunds", after: null });
      const { id, created_at } = payment;
      const next: Position = { ...run, part: "attempts", after: { id, created_at } };
      const what = `order ${(await getOrder(db.read, payment.order_id)).order_number}`;
      return { what, next, ask: async (found) => addTo(found, await compareAttempt(shop, payment), next) };
    }
    case "refunds": {
      const refund = await nextTakenRefund(db.read, { ...range, after: position.after });
      if (refund === undefined) return nextQuestion(shop, { ...run, part: "disputes", after: null });
      const next: Position = { ...run, part: "refunds", after: refund.id };
      const what = `refund ${refund.gateway_refund_id}`;
      return { what, next, ask: async (found) => addTo(found, await compareRefund(shop, refund), next) };
    }
    case "disputes": {
      const after = { gateway: payments.kind, since: from, after: position.after };
      const dispute = await nextDispute(db.read, after);
      if (dispute === undefined) return { ask: async () => undefined, next: undefined };
      const next: Position = { ...run, part: "disputes", after: dispute.id };
      const what = `dispute ${dispute.gateway_dispute_id}`;
      return { what, next, ask: async (found) => addTo(found, await compareDispute(shop, dispute), next) };
    }
  }
}

function addTo(found: Set<string>, lines: string[], next: Position): Position {
  for (const line of lines) found.add(line);
  return next;
}

async function compareRefund(shop: Shop, refund: PaymentRefund): Promise<string[]> {
  const { db } = shop;
  const payment = (await findPayment(db.read, refund.payment_id))!;
  const { order_number: number } = await getOrder(db.read, payment.order_id);
  const asked = gatewayOf(shop, payment).fetchRefund({
    attempt: await toAttempt(db.read, payment, number),
    gatewayPaymentId: refund.gateway_payment_id,
    refundId: refund.id,
    gatewayRefundId: refund.gateway_refund_id,
  });
  const view = await within(ASK_MS, "the payment gateway", asked);
  const name = `order ${number}`;
  if (view === undefined)
    return [`${name}: refund ${refund.gateway_refund_id} is booked, and the gateway does not have it: ask its support`];
  await settleRefund(shop, payment, { ...view, refundId: refund.id });
  return findOtherRefund(name, refund, view);
}
