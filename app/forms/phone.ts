import { foldLine } from "../../config/typed/characters.ts";
import { digitsOf, readPhone } from "../../config/typed/phone.ts";

/** Begins with "+", with "0", with India's code, or with digits that can be an area code. The reader then needs the groups. */
const NEEDS_GROUPS = /^[^\d+]*(?:\+|0|91|79|80)/;

/** True for a text that the server reads as one number; the field's hint then confirms it. */
export const isWholePhone = (value: string) => readPhone(value) !== null;

/**
 * The value of a phone field after an input: digits only, and the groups while the reader needs them. "+91", "91" and "0" before
 * a whole number disappear. Nothing is cut, because the remaining digits would be another number.
 */
export function whileTyping(typed: string): string {
  const kept = NEEDS_GROUPS.test(foldLine(typed)) ? typed.replaceAll(/\p{L}/gu, "") : digitsOf(typed);
  return readPhone(kept) ?? kept;
}
