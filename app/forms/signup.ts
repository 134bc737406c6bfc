import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from "#app/base/constants.ts";

import { t } from "../../config/language/t.ts";
import { emailRules, nameRules } from "./person.ts";
import type { FormRules } from "./rules.ts";

export const signupLabels = () => ({
  username: t("fields.fullName"),
  email: t("fields.email"),
  password: t("fields.password"),
  confirm: t("fields.confirmPassword"),
});

/** `exampleEmail` is for the e-mail's message (docs/product.md, 5.2). */
export const signupRules = (exampleEmail: string) =>
  ({
    username: nameRules(),
    email: emailRules(exampleEmail),
    password: {
      required: t("fields.passwordMissing"),
      reads: "exactly",
      checks: [
        { kind: "min", characters: PASSWORD_MIN_CHARACTERS, message: t("fields.passwordLength") },
        { kind: "max", characters: PASSWORD_MAX_CHARACTERS, message: t("fields.passwordLength") },
        {
          kind: "pattern",
          pattern: /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d)(?=.*[^\p{L}\d\s])/su,
          message: t("fields.passwordStrength"),
        },
      ],
    },
    confirm: {
      required: t("fields.confirmMissing"),
      reads: "exactly",
      checks: [{ kind: "equals", field: "password", message: t("fields.passwordsDiffer") }],
    },
  }) satisfies FormRules;
