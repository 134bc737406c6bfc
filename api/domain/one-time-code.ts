import { randomInt } from "node:crypto";

import { digitsOf } from "../../config/typed/phone.ts";

/** 32 letters and digits that do not look alike (Crockford's base 32). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 4;

/** Creates a code for people to copy from a mail: four characters, 20 random bits. Callers must limit the tries. */
export const createOneTimeCode = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/**
 * Normalises a typed code: case is ignored, and look-alikes count as digits (`o` is 0, `i` and `l` are 1). Undefined
 * for anything else.
 */
export function readOneTimeCode(typed: string): string | undefined {
  const code = typed.trim().toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return code.length === LENGTH && [...code].every((character) => ALPHABET.includes(character)) ? code : undefined;
}

const PHONE_CODE_DIGITS = 6;

/** Creates a code for a message to a phone. Callers must limit the tries. */
export const createPhoneCode = () => String(randomInt(10 ** PHONE_CODE_DIGITS)).padStart(PHONE_CODE_DIGITS, "0");

/** The digits of a typed code; undefined for a text that is no code. Spaces and dashes do not matter. */
export function readPhoneCode(typed: string): string | undefined {
  const code = digitsOf(typed);
  return code.length === PHONE_CODE_DIGITS && !/\p{L}/u.test(typed) ? code : undefined;
}
