import { randomInt } from "node:crypto";

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
