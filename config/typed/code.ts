import { foldLine } from "./characters.ts";

/** Removes what a message puts around a code, such as quotes, "*" or "•". What separates its groups becomes a dash. */
export const readCode = (typed: string): string =>
  foldLine(typed)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")
    .replace(/[\s\-_.·•/]+/g, "-");
