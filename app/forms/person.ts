import { NAME_MAX_CHARACTERS, NAME_MIN_CHARACTERS } from "#app/base/constants.ts";

import { EMAIL } from "../../config/typed/email.ts";
import { NAME_CHARACTERS, NAME_LETTERS, NAME_PROBLEM } from "../../config/typed/name.ts";
import type { FieldRules } from "./rules.ts";

/** The full name at sign-up and on the contact form (docs/product.md, 5.2). */
export const nameRules: FieldRules = {
  required: "Please enter your full name",
  reads: "line",
  checks: [
    { kind: "pattern", pattern: NAME_CHARACTERS, message: NAME_PROBLEM },
    { kind: "min", characters: NAME_MIN_CHARACTERS, message: "Name should be at least 2 characters" },
    { kind: "pattern", pattern: NAME_LETTERS, message: NAME_PROBLEM },
    { kind: "max", characters: NAME_MAX_CHARACTERS, message: "Name cannot exceed 50 characters" },
  ],
};

/** The e-mail at sign-up and on the contact form. `example` is the brand's address, if the rule allows it. */
export function emailRules(example: string): FieldRules {
  const good = EMAIL.test(example) ? example : "name@example.com";
  const message = `Email must start with a letter and use valid format (e.g., ${good})`;
  return {
    required: "Please enter your email address",
    reads: "email",
    checks: [
      { kind: "max", characters: 254, message },
      { kind: "pattern", pattern: EMAIL, message },
    ],
  };
}
