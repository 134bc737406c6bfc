import { NAME_MAX_CHARACTERS, NAME_MIN_CHARACTERS } from "#app/base/constants.ts";

import { t } from "../../config/language/t.ts";
import { EMAIL } from "../../config/typed/email.ts";
import { NAME_CHARACTERS, NAME_LETTERS } from "../../config/typed/name.ts";
import type { FieldRules } from "./rules.ts";

/** The full name at sign-up and on the contact form (docs/product.md, 5.2). */
export const nameRules = (): FieldRules => ({
  required: t("fields.nameMissing"),
  reads: "line",
  checks: [
    { kind: "pattern", pattern: NAME_CHARACTERS, message: t("fields.nameCharacters") },
    { kind: "min", characters: NAME_MIN_CHARACTERS, message: t("fields.nameTooShort") },
    { kind: "pattern", pattern: NAME_LETTERS, message: t("fields.nameCharacters") },
    { kind: "max", characters: NAME_MAX_CHARACTERS, message: t("fields.nameTooLong") },
  ],
});

/** The e-mail at sign-up and on the contact form. `example` is the brand's address, if the rule allows it. */
export function emailRules(example: string): FieldRules {
  const address = EMAIL.test(example) ? example : "name@example.com";
  const message = t("fields.emailFormat", { example: address });
  return {
    required: t("fields.emailMissing"),
    reads: "email",
    checks: [
      { kind: "max", characters: 254, message },
      { kind: "pattern", pattern: EMAIL, message },
    ],
  };
}
