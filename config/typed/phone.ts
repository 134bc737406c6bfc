import { foldLine, isReordered } from "./characters.ts";

/** A phone number of India: ten digits, after "+91", "91", "0091" or "0" at most. "+91 (0)" stands in letterheads. */
const PHONE = /^(?:\+91|(?:00)?91)?0?([1-9]\d{9})$/;

/** A phone number as it is stored. */
export const PHONE_DIGITS = /^[1-9]\d{9}$/;

/** The same, and the ten zeros that the sign-up sends for none. */
export const STORED_PHONE = /^(?:[1-9]\d{9}|0{10})$/;

export const PHONE_PROBLEM = "Enter 10-digit mobile number";

/** The characters that people put between the digits. */
const BETWEEN = /[\s().-]/g;

/** India's code and eight digits, or ten digits in pairs. */
const TWO_WAY = /^[\s().-]*0?[\s().-]*91[\s().-]+(?:\d[\s().-]*){8}$/;

/** @returns the ten digits of a phone number; null for other texts, and for those with two readings, such as "91 98765432" */
export function readPhone(typed: string): string | null {
  const folded = foldLine(typed);
  return isReordered(typed) || TWO_WAY.test(folded) ? null : (PHONE.exec(folded.replace(BETWEEN, ""))?.[1] ?? null);
}

/** The digits of an unfinished phone number. */
export const digitsOf = (typed: string): string => foldLine(typed).replace(/\D/g, "");
