import { randomInt } from "node:crypto";

import { readCode } from "../../config/typed/code.ts";
import { DAY_MS } from "./days.ts";

/**
 * The reason for a change of a balance. `coupon` and `grant` are credits. `hold` takes an order's coins when it is placed;
 * `release` returns all of them (expired, failed, superseded); `refund` returns a part (a line without vouchers); `rehold` takes
 * released coins again for a late payment. An order has each kind at most once. `expiry` removes lapsed coins, `taken` those that
 * the operator takes back.
 */
export type CoinEntryKind = "coupon" | "grant" | "hold" | "release" | "rehold" | "refund" | "expiry" | "taken";

type KindSum = { kind: CoinEntryKind; entries: number; amount: number };

/** The uses of coins: each kind of entry belongs to one. Holds of unpaid orders are released, so their sum is the coins spent. */
const COIN_SUMS = {
  issued: ["coupon", "grant"],
  spent: ["hold", "rehold", "release"],
  given_back: ["refund"],
  lapsed: ["expiry"],
  taken_back: ["taken"],
} as const satisfies Record<string, readonly CoinEntryKind[]>;

/** Sums of ledger entries in hundredths: credits are positive. */
export const sumCoinKinds = (entries: readonly KindSum[]) =>
  Object.entries(COIN_SUMS).map(([what, kinds]) => {
    const own = entries.filter(({ kind }) => (kinds as readonly CoinEntryKind[]).includes(kind));
    return {
      what,
      entries: own.reduce((sum, row) => sum + row.entries, 0),
      amount: own.reduce((sum, row) => sum + row.amount, 0),
    };
  });

/**
 * The most coins that a brand's staff gives on one day without a second member, and the most that it takes back, in hundredths.
 */
export const MAX_COINS_ALONE = 1_000_00;

/** The time between the warning to the shopper and the lapse of the coins, in ms. */
export const EXPIRY_NOTICE_MS = 2 * DAY_MS;

/** The time (ms) when coins credited at `now` lapse; null if they do not lapse. */
export const creditExpiry = (now: number, validDays: number | null) =>
  validDays === null ? null : now + validDays * DAY_MS;

/**
 * The stored forms of a typed coupon code, the usual one first: letters and digits, in upper case, and in groups of four for a
 * code that newCouponCode() made. The last form has the typed dashes, as earlier versions stored them. Empty for a text that is
 * not a code. Only ASCII letters count: toUpperCase() would turn `ß` into `SS`.
 */
export function couponCodes(typed: unknown): string[] {
  if (typeof typed !== "string" || typed.length > 100) return [];
  const code = readCode(typed).replace(/[a-z]/g, (letter) => letter.toUpperCase());
  if (!/^[A-Z0-9-]{4,40}$/.test(code)) return [];
  const letters = code.replaceAll("-", "");
  if (letters.length < 4 || letters.length > 32) return [];
  const usual = letters.length === 16 ? letters.match(/.{4}/g)!.join("-") : letters;
  return [...new Set([usual, code])];
}

/** Without 0, O, 1 and I, which readers confuse. */
const CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A new coupon code of 80 bits, such as K7QD-9XWM-4TRB-HC2N. */
export function newCouponCode(): string {
  const group = () => Array.from({ length: 4 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}

type Lapse = { expires_at: number | null; amount: number };

/**
 * Finds, in the coins of a shopper by their end (first to last), those that lapse next after `now` (ms) and those that lapse within the
 * notice, with the time (ms) of the first; null for none.
 */
export function findEnds(lapses: Lapse[], now: number) {
  const ahead = lapses.flatMap(({ expires_at: at, amount }) => (at !== null && at > now ? [{ at, amount }] : []));
  const soon = ahead.filter(({ at }) => at <= now + EXPIRY_NOTICE_MS);
  const [next = null] = ahead;
  const amount = soon.reduce((sum, lapse) => sum + lapse.amount, 0);
  return { next, soon: soon.length === 0 ? null : { at: soon[0]!.at, amount } };
}
