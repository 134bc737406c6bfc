import { foldLine } from "./characters.ts";

/** Removes the quotes, brackets or full stop that a sentence puts around a code. Spaces inside it become dashes. */
export const readCode = (typed: string): string =>
  foldLine(typed)
    .replace(/^["“”„«»'([]+|["“”„«»'.,;:!)\]]+$/g, "")
    .replace(/ ?- ?| /g, "-");
