import { randomInt } from "node:crypto";

import { foldLine } from "../../../config/typed/characters.ts";

/** Without vowels, which spell words, and without 0, 1, B, I, L, O, S and Z, which readers confuse. */
const LETTERS = "23456789CDFGHJKMNPQRTVWXY";
const PREFIX = 3;
const LENGTH = 9;

/** Letters that no reference contains, and the digits that they stand for when misread. */
const MISREAD: Record<string, string> = { B: "8", S: "5", Z: "2" };

/** The first three letters of a brand id, in upper case; "X" in place of missing ones. */
const prefixOf = (tenantId: string) =>
  tenantId
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, "")
    .slice(0, PREFIX)
    .padEnd(PREFIX, "X");

/**
 * A new reference of an order, such as AUR7K392Q: three letters of the brand and six of 25 random ones. A unique index of the
 * database refuses the second use of one.
 */
export const newShortReference = (tenantId: string): string =>
  prefixOf(tenantId) + Array.from({ length: LENGTH - PREFIX }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** The reference as people read it, such as AUR-7K3-92Q. */
export const showShortReference = (reference: string): string =>
  [0, PREFIX, 2 * PREFIX].map((start) => reference.slice(start, start + PREFIX)).join("-");

/** The reference in a typed or pasted text, in any case and with any signs between its letters; undefined for other texts. */
export function readShortReference(typed: string): string | undefined {
  const letters = lettersAndDigits(typed);
  if (letters.length !== LENGTH) return undefined;
  const prefix = letters.slice(0, PREFIX);
  const rest = letters.slice(PREFIX).replaceAll(/[BSZ]/g, (letter) => MISREAD[letter]!);
  return /^[A-Z]+$/.test(prefix) && [...rest].every((letter) => LETTERS.includes(letter)) ? prefix + rest : undefined;
}

/** A text normalised for comparing names: upper case, letters and digits only. */
export const lettersAndDigits = (text: string): string =>
  foldLine(text)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, "");
