import { OTP_CHARACTERS, PASSWORD_MIN_CHARACTERS } from "#app/base/constants.ts";

import { t } from "../../config/language/t.ts";
import { loginRules } from "./login.ts";
import type { FormRules } from "./rules.ts";

/** The identifier, as at the login (docs/product.md, 5.3). */
export const forgotRules = () => ({ username: loginRules().username }) satisfies FormRules;

/** The code from the four boxes. Some backends send digits only. */
export const otpRules = () =>
  ({
    code: {
      required: t("fields.codeMissing"),
      reads: "code",
      checks: [
        {
          kind: "pattern",
          pattern: new RegExp(`^[a-z\\d]{${OTP_CHARACTERS}}$`, "i"),
          message: t("fields.codeMissing"),
        },
      ],
    },
  }) satisfies FormRules;

export const resetLabels = () => ({ password: t("fields.newPassword"), confirm: t("fields.confirmPassword") });

/** At least 8 characters, typed twice (docs/product.md, 5.3). */
export const resetRules = () =>
  ({
    password: {
      required: t("fields.passwordMissing"),
      reads: "exactly",
      checks: [{ kind: "min", characters: PASSWORD_MIN_CHARACTERS, message: t("fields.passwordTooShort") }],
    },
    confirm: {
      required: t("fields.confirmMissing"),
      reads: "exactly",
      checks: [{ kind: "equals", field: "password", message: t("fields.passwordsDiffer") }],
    },
  }) satisfies FormRules;
