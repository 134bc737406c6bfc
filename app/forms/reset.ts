import { OTP_CHARACTERS, PASSWORD_MIN_CHARACTERS } from "#app/base/constants.ts";

import { loginRules } from "./login.ts";
import type { FormRules } from "./rules.ts";

/** The identifier, as at the login (docs/product.md, 5.3). */
export const forgotRules = { username: loginRules.username } satisfies FormRules;

const ENTER_CODE = "Please enter the 4-character code";

/** The code from the four boxes. Some backends send digits only. */
export const otpRules = {
  code: {
    required: ENTER_CODE,
    reads: "code",
    checks: [{ kind: "pattern", pattern: new RegExp(`^[a-z\\d]{${OTP_CHARACTERS}}$`, "i"), message: ENTER_CODE }],
  },
} satisfies FormRules;

export const resetLabels = { password: "New Password", confirm: "Confirm Password" };

/** At least 8 characters, typed twice (docs/product.md, 5.3). */
export const resetRules = {
  password: {
    required: "Password is required",
    reads: "exactly",
    checks: [{ kind: "min", characters: PASSWORD_MIN_CHARACTERS, message: "Password must be at least 8 characters" }],
  },
  confirm: {
    required: "Please confirm your password",
    reads: "exactly",
    checks: [{ kind: "equals", field: "password", message: "Passwords do not match" }],
  },
} satisfies FormRules;
