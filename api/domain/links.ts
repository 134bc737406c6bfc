/** Matches `https://…`, `www.…`, `evil.example` and `t.co/x`, also with the Unicode dots that browsers accept. */
const LINK = /[a-z]:\/\/|\bwww[.。．｡]|[\p{L}\p{N}-]{2,}[.。．｡]\p{L}{2,}|[\p{L}\p{N}][.。．｡]\p{L}{2,}\//iu;

/**
 * True if a mail program may turn a part of `text` into a link. A full stop between two words without a space also looks like a
 * domain name; "A.R.Rahman" does not.
 */
export const hasLink = (text: string): boolean => LINK.test(text);
