import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from "#app/base/constants.ts";

import { emailRules, nameRules } from "./person.ts";
import type { FormRules } from "./rules.ts";

export const signupLabels = {
  username: "Full Name",
  email: "Email",
  password: "Password",
  confirm: "Confirm Password",
};

const STRENGTH = "Password must contain at least one uppercase, lowercase, number, and special character";

/** `exampleEmail` is for the e-mail's message (docs/product.md, 5.2). */
export const signupRules = (exampleEmail: string) =>
  ({
    username: nameRules,
    email: emailRules(exampleEmail),
    password: {
      required: "Password is required",
      reads: "exactly",
      checks: [
        { kind: "min", characters: PASSWORD_MIN_CHARACTERS, message: "Password must be 8-16 characters" },
        { kind: "max", characters: PASSWORD_MAX_CHARACTERS, message: "Password must be 8-16 characters" },
        { kind: "pattern", pattern: /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d)(?=.*[^\p{L}\d\s])/su, message: STRENGTH },
      ],
    },
    confirm: {
      required: "Please confirm your password",
      reads: "exactly",
      checks: [{ kind: "equals", field: "password", message: "Passwords do not match" }],
    },
  }) satisfies FormRules;
