import { randomInt } from "node:crypto";

/**
 * Why a balance changed. `coupon` and `grant` are credits; an order's coins leave with `hold`, come back once with
 * `release` (expired, failed, superseded) or in part with `refund` (a line that could not be served), and leave again
 * with `rehold` when its payment comes late. An order has each kind at most once. `expiry`: what was left lapsed.
 */
export type CoinEntryKind = "coupon" | "grant" | "hold" | "release" | "rehold" | "refund" | "expiry";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long before coins lapse the shopper is told, in ms. */
export const EXPIRY_NOTICE_MS = 2 * DAY_MS;

/** When coins credited at `now` lapse (ms), or null for a credit that does not. */
export const creditExpiry = (now: number, validDays: number | null) =>
  validDays === null ? null : now + validDays * DAY_MS;

/**
 * The one spelling of a coupon code: trimmed, ASCII letters in upper case, `[A-Z0-9-]{4,32}`; undefined for anything
 * else. Only ASCII letters are raised: toUpperCase() would make two codes of `ß` and `SS`.
 */
export function canonicalCode(input: unknown): string | undefined {
  if (typeof input !== "string" || input.length > 100) return undefined;
  const code = input.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return /^[A-Z0-9-]{4,32}$/.test(code) ? code : undefined;
}

/** Without 0, O, 1 and I, which readers confuse. */
const CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A new coupon code of 80 bits, such as K7QD-9XWM-4TRB-HC2N. */
export function newCouponCode(): string {
  const group = () => Array.from({ length: 4 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
