import { foldLine } from "./characters.ts";

/** Removes the quotes, "*" or "•" that a message puts around a code. Separators of its groups become dashes. */
export const readCode = (typed: string): string =>
  foldLine(typed)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")
    .replace(/[\s\-_.·•/]+/g, "-");
