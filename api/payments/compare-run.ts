import { DAY_MS } from "../domain/days.ts";
import type { Comparison } from "../repositories/payments/comparisons.ts";
import type { Payment } from "../repositories/payments/payments.ts";
import type { Shop } from "../shop/shop.ts";

const HOUR_MS = 60 * 60_000;
/**
 * The time that each comparison looks back. Razorpay lists payments by the time of their attempt. A failed one can succeed for
 * four days (razorpay/status.ts). The next comparison comes up to a day later.
 */
const LOOK_BACK_MS = 5 * DAY_MS;
/** Earlier payments are not compared, even if no comparison ran for a long time. */
const LONGEST_MS = 30 * DAY_MS;
/** Younger payments may not be booked yet. */
export const YOUNG_MS = HOUR_MS;
/** The time (ms) up to which the last complete run has compared payments; null before the first one. */
export const comparedUntil = ({ compared_until: startedAt, finished_at }: Comparison): number | null =>
  finished_at === null ? null : startedAt - YOUNG_MS;
/** The most lines that a run keeps about other shops' payments, and the most about everything else. */
const MOST_LINES = 100;

/**
 * The place at which a run continues: in the gateway's lists, then with attempts, refunds and disputes. The compared payments
 * begin at `from` (ms). `left` counts the lines beyond the limit.
 */
export type Position = { startedAt: number; from: number; left: number } & (
  | { part: "lists"; page: string | null }
  | { part: "attempts"; after: Pick<Payment, "created_at" | "id"> | null }
  | { part: "refunds"; after: string | null }
  | { part: "disputes"; after: string | null }
);

/** The start of a run. After a pause it looks further back, by the start of the last complete run (`last`, ms). */
export function startRun({ payments }: Shop, startedAt: number, last: number): { position: Position; found: string[] } {
  const since = Math.min(startedAt, last + DAY_MS) - LOOK_BACK_MS;
  const from = Math.max(since, startedAt - LONGEST_MS);
  const run = { startedAt, from, left: 0 };
  const [first, end] = [since, from].map((at) => new Date(at).toISOString());
  return {
    position:
      payments.listBooks === undefined
        ? { ...run, part: "attempts", after: null }
        : { ...run, part: "lists", page: null },
    found:
      since === from
        ? []
        : [`payments from ${first} to ${end} were not compared: look through them in the gateway's dashboard`],
  };
}

/** The lines that a run keeps. Another shop's payments in the same account must not hide its own differences. */
export function capLines({ log }: Shop, found: Set<string>): string[] {
  let [foreign, others] = [0, 0];
  return [...found].filter((line) => {
    const isKept = /^(payment|refund|dispute) \S+ of /.test(line) ? foreign++ < MOST_LINES : others++ < MOST_LINES;
    if (!isKept) log.warn({ difference: line }, "the books differ from the gateway's in too many places");
    return isKept;
  });
}
