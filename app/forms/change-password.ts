import { t } from "../../config/language/t.ts";
import { resetRules } from "./reset.ts";
import type { FormRules } from "./rules.ts";

export const changePasswordLabels = () => ({
  old: t("fields.oldPassword"),
  password: t("fields.newPassword"),
  confirm: t("fields.confirmPassword"),
});

/** The new password follows the reset's rules. */
export const changePasswordRules = () =>
  ({
    old: { required: t("fields.oldPasswordMissing"), reads: "exactly", checks: [] },
    ...resetRules(),
  }) satisfies FormRules;
