import { randomInt } from "node:crypto";

import { digitsOf } from "../../../config/typed/phone.ts";

const DIGITS = 6;

/** Creates a code for a message to a phone. Callers must limit the tries. */
export const createPhoneCode = () => String(randomInt(10 ** DIGITS)).padStart(DIGITS, "0");

/** The digits of a typed code; undefined for a text that is no code. Spaces and dashes do not matter. */
export function readPhoneCode(typed: string): string | undefined {
  const code = digitsOf(typed);
  return code.length === DIGITS && !/\p{L}/u.test(typed) ? code : undefined;
}
