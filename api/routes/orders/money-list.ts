import { z } from "zod";

import type { PlaceInList } from "../../db/place-in-list.ts";
import { Text } from "../../http/parse.ts";
import { listReceived, listReturned, RECEIVED_OUTCOMES } from "../../repositories/payments/list-money.ts";
import type { Shop } from "../../shop/shop.ts";

const REFUND_STATES = ["due", "pending", "done", "failed"] as const;
const Time = z.coerce.number().int().min(0).optional();

export const MoneyFilter = z.object({
  kind: z.enum(["payment", "refund"]).optional(),
  gateway: z.string().max(31).optional(),
  /** The outcome of a payment, or the state of a refund. Either one leaves out the other kind. */
  outcome: z.enum([...RECEIVED_OUTCOMES, ...REFUND_STATES]).optional(),
  since: Time,
  until: Time,
});
type MoneyFilter = z.output<typeof MoneyFilter>;

/** The cursor of a page: payments come before refunds of the same millisecond. */
export type MoneyPlace = PlaceInList & { kind: "payment" | "refund" };

/** A cursor in URLs: "1768458600000-p-razorpay:pay_1". Ids come from gateways, so they may contain any letters. */
export const MoneyPlace = Text(400)
  .regex(/^\d{1,16}-[pr]-./u, { error: "is not a place in this list" })
  .transform((text): MoneyPlace => {
    const [value = "", kind] = text.split("-", 2);
    return { value: Number(value), kind: kind === "p" ? "payment" : "refund", id: text.slice(value.length + 3) };
  });

const writePlace = ({ value, kind, id }: MoneyPlace) => `${value}-${kind[0]}-${id}`;

const isOneOf = <T extends string>(names: readonly T[], name: string | undefined): name is T | undefined =>
  name === undefined || (names as readonly string[]).includes(name);

/** A page of payments and refunds by time, newest first: cash in paise. `next` is null at the end. */
export async function readMoneyPage({ db }: Shop, filter: MoneyFilter, limit: number, after?: MoneyPlace) {
  const { kind, outcome, ...range } = filter;
  const [received, returned] = await Promise.all([
    kind === "refund" || !isOneOf(RECEIVED_OUTCOMES, outcome)
      ? []
      : listReceived(db.read, { ...range, outcome }, { limit: limit + 1, ...fromPayments(after) }),
    kind === "payment" || !isOneOf(REFUND_STATES, outcome)
      ? []
      : listReturned(db.read, { ...range, state: outcome }, { limit: limit + 1, ...fromRefunds(after) }),
  ]);
  const rows = [
    ...received.map((row) => ({ kind: "payment" as const, ...row })),
    ...returned.map(({ state, ...row }) => ({ kind: "refund" as const, ...row, outcome: state })),
  ]
    // The sort is stable, so the database's order within a millisecond stays.
    .sort((one, other) => other.at - one.at)
    .map((row) => ({
      bank_reference: null,
      method: null,
      currency: "INR",
      reason: null,
      detail: null,
      gateway_refund_id: null,
      ...row,
      gateway: row.gateway ?? "sandbox",
    }));
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, next: last ? writePlace({ value: last.at, kind: last.kind, id: last.id }) : null };
}

const fromPayments = (after: MoneyPlace | undefined) =>
  after && (after.kind === "payment" ? { after } : { upTo: after.value - 1 });

const fromRefunds = (after: MoneyPlace | undefined) =>
  after && (after.kind === "refund" ? { after } : { upTo: after.value });
