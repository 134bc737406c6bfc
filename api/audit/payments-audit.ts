import type { Reader } from "../db/database.ts";
import { formatPaise } from "../domain/pricing.ts";
import { MAX_POLLS } from "../payments/reconcile.ts";
import { listFailedRefunds, listLeftAttempts, listLeftRefunds } from "../repositories/audit/gateway-leftovers.ts";
import { findComparison } from "../repositories/payments/comparisons.ts";

const HOUR_MS = 60 * 60_000;
/** How long an attempt at a former gateway is named. */
const LEFT_MS = 30 * 24 * HOUR_MS;

type Books = { db: Reader; gateway: string; now: number };

/**
 * What an operator has to do about payments and refunds, a line each: the differences that the last comparison with the
 * gateway has found, whether it could not be made, failed refunds, and what is left at a former gateway.
 */
export async function auditPayments(books: Books): Promise<string[]> {
  return [...(await readComparison(books)), ...(await findFailedRefunds(books)), ...(await findLeftovers(books))];
}

/** Stored lines: a shop with many orders takes its gateway minutes to compare, and this command needs no credentials. */
async function readComparison({ db, gateway, now }: Books): Promise<string[]> {
  const comparison = await findComparison(db);
  if (comparison?.gateway !== gateway) return [];
  const { differences, finished_at: finished, next_at: nextAt, problem } = comparison;
  const at = finished === null ? "" : ` at ${new Date(finished).toISOString()}`;
  const lines = (JSON.parse(differences) as string[]).map((line) => `${gateway}${at}: ${line}`);
  if (problem !== null)
    lines.push(`${gateway}: the books are not compared, because ${problem}; it is asked again each quarter of an hour`);
  if (nextAt < now - HOUR_MS)
    lines.push(`${gateway}: the comparison is due since ${new Date(nextAt).toISOString()}: does a worker run?`);
  return lines;
}

const findFailedRefunds = async ({ db }: Books): Promise<string[]> =>
  (await listFailedRefunds(db)).map(
    ({ order_number: number, amount, detail }) =>
      `order ${number}: its refund of ${formatPaise(amount)} failed${detail === null ? "" : ` (${detail})`}: send it again with awning refunds send, or pay it back another way and add --paid-by-hand`,
  );

async function findLeftovers({ db, gateway, now }: Books): Promise<string[]> {
  const attempts = await listLeftAttempts(db, gateway, { since: now - LEFT_MS, polls: MAX_POLLS });
  const refunds = await listLeftRefunds(db, gateway);
  return [
    ...attempts.map(
      ({ id, gateway: former, amount, order_number: number, status }) =>
        `order ${number} (${status}): nobody asks ${former} any more whether ${formatPaise(amount)} of payment ${id} has arrived: look in its dashboard, and pay back there what you find`,
    ),
    ...refunds.map(
      ({ gateway: former, amount, order_number: number, state }) =>
        `order ${number}: its refund of ${formatPaise(amount)} is ${state} at ${former}, which nobody asks any more: ${
          state === "due" ? "pay it back there" : "look in its dashboard that it has arrived"
        }, then awning refunds send BRAND ${number} --paid-by-hand`,
    ),
  ];
}
