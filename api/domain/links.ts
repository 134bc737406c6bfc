/** `https://…`, `www.…`, `evil.example`, `t.co/x`; also with the dots that browsers take for one. */
const LINK = /[a-z]:\/\/|\bwww[.。．｡]|[\p{L}\p{N}-]{2,}[.。．｡]\p{L}{2,}|[\p{L}\p{N}][.。．｡]\p{L}{2,}\//iu;

/**
 * Whether a mail program may make a link of a part of `text`. A full stop between two words without a blank looks like a
 * domain name too; "A.R.Rahman" does not.
 */
export const hasLink = (text: string): boolean => LINK.test(text);
