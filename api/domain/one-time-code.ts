import { randomInt } from "node:crypto";

/** 32 letters and digits, none of which looks like another (Crockford's base 32). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 4;

/** A code that a person copies from a mail: four characters, 20 random bits. Count its tries. */
export const createOneTimeCode = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/**
 * The code that somebody typed, in either case; look-alikes count as digits (`o` is 0, `i` and `l` are 1). Undefined for
 * anything else.
 */
export function readOneTimeCode(typed: string): string | undefined {
  const code = typed.trim().toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return code.length === LENGTH && [...code].every((character) => ALPHABET.includes(character)) ? code : undefined;
}
