import { PHONE_DIGITS } from "#app/base/constants.ts";

import { digitsOf, groupDigits, LANDLINE, readPhone } from "../../config/typed/phone.ts";

/** "0" or India's code, an area code, and the character after it. */
const BEGINS_LANDLINE = /^\W*(?:0\W*[1-8]\d{1,3}|(?:\+|00)91\W*(?:79|80))[\s)-]/;

/** True for the ten digits of a number; the field's hint then confirms them. */
export const isWholePhone = (value: string) => readPhone(value) === value;

/**
 * The value of a phone field after an input: digits only. "+91", "91" and "0" before a whole number disappear. `added` is the
 * input event's data. A single key after ten digits does nothing. A pasted text is never cut, because the remaining digits would
 * be another number. For the same reason a leading "+" stays before a number that is not India's.
 */
export function whileTyping(typed: string, added: string | null): string {
  if (BEGINS_LANDLINE.test(typed) || LANDLINE.test(groupDigits(typed))) return typed;
  const digits = digitsOf(typed);
  if (/^\s*[+\uff0b]/.test(typed)) return readPhone(`+${digits}`) ?? `+${digits}`;
  const isKeyTooMany = added?.length === 1 && digits.length === PHONE_DIGITS + 1 && !/^(?:0|91)/.test(digits);
  return readPhone(digits) ?? (isKeyTooMany ? digits.slice(0, PHONE_DIGITS) : digits);
}
