import { foldLine, isReordered } from "./characters.ts";

/**
 * A shopper's address (docs/product.md, 5.2). The pattern runs in linear time, because each part ends where the next begins.
 */
export const EMAIL = /^[a-z][a-z0-9._%+-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,6}$/i;

/**
 * Removes the additions of mail programs and documents: "mailto:", brackets, quotes, a full stop. A reordered text stays, and is no
 * address.
 */
export const readEmail = (typed: string): string =>
  isReordered(typed)
    ? typed
    : foldLine(typed)
        .replace(/^["'“”„«»<(\s]*(?:mailto:)?/i, "")
        .replace(/["'“”„«»>).,;\s]*$/, "");
