import type { Reader } from "../db/database.ts";
import { formatPaise } from "../domain/pricing.ts";
import { MAX_POLLS } from "../payments/reconcile.ts";
import {
  listFailedRefunds,
  listLeftAttempts,
  listLeftHolds,
  listLeftRefunds,
} from "../repositories/audit/gateway-leftovers.ts";
import { findComparison } from "../repositories/payments/comparisons.ts";

const HOUR_MS = 60 * 60_000;
/** An attempt at a former gateway is listed for this time. */
const LEFT_MS = 30 * 24 * HOUR_MS;

type Books = { db: Reader; gateway: string; now: number };

/** A fault of a payment or a refund, and the operator's remedy if the text does not contain it. */
export type Difference = {
  /** The source of the finding, such as "razorpay at 2026-11-22T20:30:00.000Z"; empty for the shop's own books. */
  source: string;
  /** The number of the order; null if it concerns no order. */
  order: string | null;
  text: string;
  /** `send`: send the refund again, or record that it was paid in another way. `by-hand`: record that it was paid. */
  remedy: "send" | "by-hand" | null;
};

/** The differences that the last comparison with the gateway has found, failed refunds, and open cases at a former gateway. */
export async function findDifferences(books: Books): Promise<Difference[]> {
  return [...(await readComparison(books)), ...(await findFailedRefunds(books)), ...(await findLeftovers(books))];
}

/** The number of differences from the last comparison. A late or impossible comparison counts as one, too. */
export const countDifferences = async (books: Books): Promise<number> => (await readComparison(books)).length;

const COMMANDS = {
  send: () => ": send it again with awning refunds send, or pay it back another way and add --paid-by-hand",
  "by-hand": (order: string | null) => `, then awning refunds send BRAND ${order} --paid-by-hand`,
};

/** The differences as lines that name commands, for `awning`. */
export const auditPayments = async (books: Books): Promise<string[]> =>
  (await findDifferences(books)).map(({ source, order, text, remedy }) =>
    [source, order === null ? "" : `order ${order}`, text + (remedy === null ? "" : COMMANDS[remedy](order))]
      .filter((part) => part !== "")
      .join(": "),
  );

/** Reads stored lines: a comparison takes minutes for a shop with many orders, and this command needs no credentials. */
async function readComparison({ db, gateway, now }: Books): Promise<Difference[]> {
  const comparison = await findComparison(db);
  if (comparison?.gateway !== gateway) return [];
  const { differences, finished_at: finished, next_at: nextAt, problem } = comparison;
  const at = finished === null ? "" : ` at ${new Date(finished).toISOString()}`;
  const found = (JSON.parse(differences) as string[]).map((line): Difference => {
    const [, order = null, text = line] = /^order (\S+): (.*)$/s.exec(line) ?? [];
    return { source: gateway + at, order, text, remedy: null };
  });
  const about = (text: string): Difference => ({ source: gateway, order: null, text, remedy: null });
  if (problem !== null)
    found.push(about(`the books are not compared, because ${problem}; it is asked again each quarter of an hour`));
  if (nextAt < now - HOUR_MS)
    found.push(about(`the comparison is due since ${new Date(nextAt).toISOString()}: does a worker run?`));
  return found;
}

const findFailedRefunds = async ({ db }: Books): Promise<Difference[]> =>
  (await listFailedRefunds(db)).map(({ order_number: order, amount, detail }) => {
    const text = `its refund of ${formatPaise(amount)} failed${detail === null ? "" : ` (${detail})`}`;
    return { source: "", order, text, remedy: "send" };
  });

async function findLeftovers({ db, gateway, now }: Books): Promise<Difference[]> {
  const attempts = await listLeftAttempts(db, gateway, { since: now - LEFT_MS, polls: MAX_POLLS });
  const refunds = await listLeftRefunds(db, gateway);
  const holds = await listLeftHolds(db, gateway);
  return [
    ...attempts.map(({ id, gateway: former, amount, order_number: order, status }) => ({
      source: "",
      order,
      text: `it is ${status}, and nobody asks ${former} any more whether ${formatPaise(amount)} of payment ${id} has arrived: look in its dashboard, and pay back there what you find`,
      remedy: null,
    })),
    ...refunds.map(({ gateway: former, amount, order_number: order, state }) => ({
      source: "",
      order,
      text: `its refund of ${formatPaise(amount)} is ${state} at ${former}, which nobody asks any more: ${
        state === "due" ? "pay it back there" : "look in its dashboard that it has arrived"
      }`,
      remedy: "by-hand" as const,
    })),
    ...holds.map(({ gateway: former, amount, order_number: order }) => ({
      source: "",
      order,
      text: `it is held, and nobody asks ${former} any more whether its ${formatPaise(amount)} are still there: look in its dashboard before you release it`,
      remedy: null,
    })),
  ];
}
