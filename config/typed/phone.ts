import { foldLine, isReordered } from "./characters.ts";

/** Ten digits, or a mobile number of India after "+91", "91", "091", "0091" or "0". "+91 (0)" stands in letterheads. */
const PHONE = /^(?:(?:(?:\+|0{1,2})?91)?0?(?=[6-9]))?([1-9]\d{9})$/;

/** A phone number as it is stored. */
export const PHONE_DIGITS = /^[1-9]\d{9}$/;

/** A number of India that receives messages and pays by UPI. */
export const MOBILE_DIGITS = /^[6-9]\d{9}$/;

/** The same as PHONE_DIGITS, and the ten zeros that the sign-up sends for none. */
export const STORED_PHONE = /^(?:[1-9]\d{9}|0{10})$/;

export const PHONE_PROBLEM = "Enter 10-digit mobile number";

/**
 * A landline number of India in the form of `groupDigits`: an area code after "+91" or "0". Some area codes begin like mobile
 * numbers, and stand apart from the rest: "080-2345-6789".
 */
export const LANDLINE =
  /^(?:(?:(?:\+|0{1,2})?91-?0?|0)-?[1-5](?:-?\d){9}|(?:(?:\+|0{1,2})?91-?)?(?:0-?[1-8]\d{1,3}-[\d-]+|(?:79|80)-\d{4}-?\d{4}))$/;

export const LANDLINE_PROBLEM = "This looks like a landline number. Enter a mobile number, without a 0 before it";

/** India's code and eight digits, or ten digits in pairs. */
const TWO_WAY = /^0?-?91-(?:-?\d){8}$/;

/** The text with one dash for all that people put between digits; without "tel:" and a comma after it. */
export const groupDigits = (typed: string): string =>
  foldLine(typed)
    .replace(/^tel:|[,;]$/gi, "")
    .replace(/[\s().-]+/g, "-")
    .replace(/^-|-$/g, "");

/**
 * @returns the ten digits of a phone number; null for other texts, for landline numbers, and for texts with two readings, such
 * as "91 98765432"
 */
export function readPhone(typed: string): string | null {
  const groups = groupDigits(typed);
  if (isReordered(typed) || TWO_WAY.test(groups) || LANDLINE.test(groups)) return null;
  return PHONE.exec(groups.replaceAll("-", ""))?.[1] ?? null;
}

/** "+91 98765 43210", for ten digits. */
export const formatPhone = (phone: string): string => `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`;

/** The digits of an unfinished phone number. */
export const digitsOf = (typed: string): string => foldLine(typed).replace(/\D/g, "");
