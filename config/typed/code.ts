import { foldLine } from "./characters.ts";

const LABEL =
  /^(?:(?:your|use|the) )*(?:(?:coupon|promo|discount|gift|voucher) ?)?(?:code|coupon|voucher)(?: is)? ?[:=]/i;
const HINDI_LABEL = /^(?:(?:आपका|कूपन|वाउचर) )*(?:कोड|कूपन|वाउचर)(?: है)? ?[:=]/;

/** Without a colon, "CODE 100" can be the code itself. Words in small letters before a text in capitals are none, nor is "USE CODE". */
const WORDS =
  /^(?:USE CODE |(?:(?:[Yy]our|[Uu]se|[Tt]he) )*(?:(?:[Cc]oupon|[Pp]romo|[Dd]iscount|[Gg]ift|[Vv]oucher) )?[Cc]ode )(?:is |- )?(?=\P{Ll}*$)(?=.*\p{Lu})/u;

/** Removes "Coupon code:", and the quotes, "*" or "•" that a message puts around a code. Separators of its groups become dashes. */
export const readCode = (typed: string): string =>
  [LABEL, HINDI_LABEL, WORDS]
    .reduce((text, label) => text.replace(label, ""), trimMarks(foldLine(typed)))
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/[\s\-_.·•/]+/g, "-");

const trimMarks = (text: string) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
