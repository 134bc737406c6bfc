import { resetRules } from "./reset.ts";
import type { FormRules } from "./rules.ts";

export const changePasswordLabels = {
  old: "Old Password",
  password: "New Password",
  confirm: "Confirm Password",
};

/** The new password follows the reset's rules. */
export const changePasswordRules = {
  old: { required: "Please enter your old password", reads: "exactly", checks: [] },
  ...resetRules,
} satisfies FormRules;
