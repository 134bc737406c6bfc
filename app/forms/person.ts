import { NAME_MAX_CHARACTERS, NAME_MIN_CHARACTERS } from "#app/constants.ts";

import type { FieldRules } from "./rules.ts";

/** The full name at sign-up and on the contact form (docs/product.md, 5.2). */
export const nameRules: FieldRules = {
  required: "Please enter your full name",
  trim: true,
  checks: [
    {
      kind: "pattern",
      pattern: /^[\p{L}\p{M} .'-]+$/u,
      message: "Name can only contain letters, spaces, and basic punctuation ( . ' - )",
    },
    { kind: "min", characters: NAME_MIN_CHARACTERS, message: "Name should be at least 2 characters" },
    { kind: "max", characters: NAME_MAX_CHARACTERS, message: "Name cannot exceed 50 characters" },
  ],
};

/** The e-mail at sign-up and on the contact form. `example` is the brand's address. */
export function emailRules(example: string): FieldRules {
  const message = `Email must start with a letter and use valid format (e.g., ${example || "name@example.com"})`;
  return {
    required: "Please enter your email address",
    trim: true,
    checks: [
      { kind: "max", characters: 254, message },
      { kind: "pattern", pattern: /^[a-z][a-z0-9._%+-]*@(?:[a-z0-9-]+\.)+[a-z]{2,6}$/i, message },
    ],
  };
}
