import { foldLine } from "./characters.ts";

/** The text of a search, or of a name that a search compares: small letters, no accents, no joiners. */
export const foldSearch = (text: string): string =>
  foldLine(text)
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f\u200c\u200d]/g, "")
    .normalize("NFC");

/** The text with "and" for each "&", else with "&" for each "and": one name is written in both ways. */
export const swapAnd = (text: string): string =>
  text.includes("&")
    ? text.replace(/\s*&\s*/g, " and ").trim()
    : text.replace(/[\s-]*(?<![\p{L}\p{M}\p{N}])and(?![\p{L}\p{M}\p{N}])[\s-]*/giu, " & ").trim();
