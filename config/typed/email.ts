import { foldLine } from "./characters.ts";

/**
 * A shopper's address (docs/product.md, 5.2). The pattern runs in linear time, because each part ends where the next begins.
 */
export const EMAIL = /^[a-z][a-z0-9._%+-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,6}$/i;

/** Removes the additions of mail programs and documents: "mailto:", brackets, quotes, a full stop. */
export const readEmail = (typed: string): string =>
  foldLine(typed)
    .replace(/^["'“”„«»<(\s]*(?:mailto:)?/i, "")
    .replace(/["'“”„«»>).,;\s]*$/, "");
