import { readEndOfDay } from "../../api/domain/days.ts";
import { parseRupeeText } from "../../api/domain/pricing.ts";
import { UsageError } from "./command.ts";

const MAX_REASON = 200;

/** The reason for an action, which the audit stores. The console requires it for the same actions. */
export const REASON_OPTION = {
  value: "TEXT",
  isRequired: true,
  about: `why: one line of at most ${MAX_REASON} characters`,
  read: readReason,
} as const;

function readReason(typed: string): string {
  const reason = typed.trim();
  if (reason === "") throw new UsageError("--reason is empty");
  if (reason.length > MAX_REASON || /\p{Cc}/u.test(reason) || !reason.isWellFormed())
    throw new UsageError(`--reason must be one line of at most ${MAX_REASON} characters`);
  return reason;
}

/** Parses coins such as 100 or 99.50 into hundredths. @throws UsageError */
export function readCoins(text: string, name: string): number {
  const hundredths = parseRupeeText(text);
  if (hundredths === undefined)
    throw new UsageError(`${name} must be a number of coins above 0, at most 1000000, such as 100 or 99.50`);
  return hundredths;
}

/** Parses a whole number from 1 to `max`. @throws UsageError */
export function readCount(text: string, name: string, max: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > max) throw new UsageError(`${name} must be a whole number from 1 to ${max}`);
  return count;
}

/** Parses a future day in India, such as 2027-03-31, and returns its end (ms). @throws UsageError */
export function readDay(text: string, name: string): number {
  const end = readEndOfDay(text);
  if (end === undefined || end === null) throw new UsageError(`${name} must be a day such as 2027-03-31`);
  if (end <= Date.now()) throw new UsageError(`${name} is in the past`);
  return end;
}

/** Parses rupees such as 450 or 450.50 into paise. @throws UsageError */
export function readRupees(text: string, name: string): number {
  const paise = parseRupeeText(text);
  if (paise === undefined) throw new UsageError(`${name} must be rupees above 0, such as 450.00`);
  return paise;
}
