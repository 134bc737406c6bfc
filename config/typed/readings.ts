import { cleanLine, foldLine } from "./characters.ts";
import { readCode } from "./code.ts";
import { readEmail } from "./email.ts";
import { groupDigits, readPhone } from "./phone.ts";

/** @returns the ten digits; for anything else the text in groups, which the rules then refuse */
const phone = (typed: string) => readPhone(typed) ?? groupDigits(typed);

/** The ways to read a field's text before its rules are checked. "exactly" is for passwords. */
export const READINGS = {
  exactly: (typed: string) => typed,
  text: (typed: string) => typed.trim(),
  line: cleanLine,
  number: foldLine,
  code: readCode,
  phone,
  email: readEmail,
  login: (typed: string) => (/[@＠]/.test(typed) ? readEmail(typed) : phone(typed)),
};

export type Reading = keyof typeof READINGS;
