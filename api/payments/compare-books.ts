import { gatewayOf } from "../gateways/gateway-of.ts";
import { Unreachable } from "../ports/unreachable.ts";
import { settleRefund } from "../refunds/settle-refund.ts";
import { getOrder } from "../repositories/orders.ts";
import { nextAttempt, nextTakenRefund } from "../repositories/payments/booked.ts";
import { type Comparison, takeDueComparison, updateComparison } from "../repositories/payments/comparisons.ts";
import type { PaymentRefund } from "../repositories/payments/payment-refunds.ts";
import { findPayment, type Payment, toAttempt } from "../repositories/payments/payments.ts";
import type { Shop } from "../shop.ts";
import { TookTooLong, within } from "../within.ts";
import { ASK_MS, compareAttempt } from "./compare-attempt.ts";
import { comparePage, findOtherRefund } from "./compare-lists.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** How far each comparison looks back. A payment has three days to be found. */
const LOOK_BACK_MS = 3 * DAY_MS;
/** Younger payments may be on their way into the books. */
const YOUNG_MS = HOUR_MS;
/** Longer than the work's deadline and the last question together. */
const LEASE_MS = 60_000;
/** Questions in one round. */
const BATCH = 20;
const RETRY_MS = 15 * 60_000;
/** Then the question is given up. Lists are asked for again until they come. */
const MOST_TRIES = 8;

/** Where a run goes on: in the gateway's lists, then with attempts, then with refunds. Times in ms. */
type Position = { startedAt: number } & (
  | { part: "lists"; page: string | null }
  | { part: "attempts"; after: Pick<Payment, "created_at" | "id"> | null }
  | { part: "refunds"; after: string | null }
);

/** The next question: its differences go to `found`; `next` is undefined at the end, and the same to ask once more. */
type Question = {
  /** What could not be compared; absent where it must be. */
  what?: string;
  ask(found: Set<string>, signal: AbortSignal): Promise<Position | undefined>;
  next: Position | undefined;
};

/**
 * Once a day compares the books of the last three days with those of the brand's gateway, and books what they lack. A run
 * takes many rounds, and goes on after a crash. While the gateway cannot be asked, it waits for a quarter of an hour.
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

/** Asks the next question. @returns what to store; without `next_at` the run goes on at once */
async function askNext(shop: Shop, taken: Comparison, signal: AbortSignal): Promise<Partial<Comparison>> {
  const now = shop.clock.now();
  const position = taken.position === null ? start(shop, now) : (JSON.parse(taken.position) as Position);
  const found = new Set(JSON.parse(taken.found) as string[]);
  const question = await nextQuestion(shop, position);
  let next: Position | undefined;
  try {
    next = await question.ask(found, signal);
  } catch (error) {
    if (!(error instanceof Unreachable) && !(error instanceof TookTooLong)) throw error;
    const tries = taken.tries + 1;
    shop.log.warn({ err: error, gateway: taken.gateway }, "the books cannot be compared with the gateway's yet");
    if (question.what === undefined || tries < MOST_TRIES) {
      const again = { position: JSON.stringify(position), found: JSON.stringify([...found]) };
      return { ...again, tries, problem: error.message, next_at: now + RETRY_MS };
    }
    found.add(`${question.what} could not be compared: ${error.message}`);
    next = question.next;
  }
  if (next !== undefined)
    return { position: JSON.stringify(next), found: JSON.stringify([...found]), tries: 0, problem: null };
  if (found.size > 0)
    shop.log.warn({ differences: found.size }, "the books differ from the gateway's: awning reconcile");
  const ended = { position: null, found: "[]", tries: 0, problem: null };
  const differences = JSON.stringify([...found]);
  return { ...ended, differences, finished_at: now, next_at: position.startedAt + DAY_MS };
}

const start = ({ payments }: Shop, startedAt: number): Position =>
  payments.listBooks === undefined
    ? { startedAt, part: "attempts", after: null }
    : { startedAt, part: "lists", page: null };

async function nextQuestion(shop: Shop, position: Position): Promise<Question> {
  const { db, payments } = shop;
  const { startedAt } = position;
  const range = { gateway: payments.kind, from: startedAt - LOOK_BACK_MS, to: startedAt - YOUNG_MS };
  switch (position.part) {
    case "lists": {
      const next: Position = { startedAt, part: "attempts", after: null };
      const ask: Question["ask"] = async (found, signal) => {
        const page = await within(ASK_MS, "the payment gateway", payments.listBooks!(range, position.page));
        if (!(await comparePage(shop, page, found, signal))) return position;
        return page.next === null ? next : { startedAt, part: "lists", page: page.next };
      };
      return { ask, next };
    }
    case "attempts": {
      // The lists have named the others.
      const isUnconfirmed = payments.listBooks !== undefined;
      const payment = await nextAttempt(db.read, { ...range, after: position.after, isUnconfirmed });
      if (payment === undefined) return nextQuestion(shop, { startedAt, part: "refunds", after: null });
      const { id, created_at } = payment;
      const next: Position = { startedAt, part: "attempts", after: { id, created_at } };
      const what = `order ${(await getOrder(db.read, payment.order_id)).order_number}`;
      return { what, next, ask: async (found) => addTo(found, await compareAttempt(shop, payment), next) };
    }
    case "refunds": {
      const refund = await nextTakenRefund(db.read, { ...range, after: position.after });
      if (refund === undefined) return { ask: async () => undefined, next: undefined };
      const next: Position = { startedAt, part: "refunds", after: refund.id };
      const what = `refund ${refund.gateway_refund_id}`;
      return { what, next, ask: async (found) => addTo(found, await compareRefund(shop, refund), next) };
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
