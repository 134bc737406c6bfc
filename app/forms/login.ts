import { PHONE_DIGITS } from "#app/base/constants.ts";

import { t } from "../../config/language/t.ts";
import type { FormRules } from "./rules.ts";

export const loginLabels = () => ({ username: t("fields.emailOrPhone"), password: t("fields.password") });

/** A valid e-mail or ten digits (docs/product.md, 5.1). The password is never trimmed. */
export const loginRules = () =>
  ({
    username: {
      required: t("fields.loginMissing"),
      reads: "login",
      checks: [
        { kind: "max", characters: 254, message: t("ui.emailInvalid") },
        {
          kind: "pattern",
          pattern: new RegExp(`^(?:\\d{${PHONE_DIGITS}}|[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+)$`),
          message: t("ui.emailInvalid"),
        },
      ],
    },
    password: { required: t("fields.passwordMissing"), reads: "exactly", checks: [] },
  }) satisfies FormRules;
