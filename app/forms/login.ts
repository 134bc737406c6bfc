import { PHONE_DIGITS } from "#app/base/constants.ts";

import type { FormRules } from "./rules.ts";

export const loginLabels = { username: "Email or phone", password: "Password" };

/** A valid e-mail or ten digits (docs/product.md, 5.1). The password is never trimmed. */
export const loginRules = {
  username: {
    required: "Email is required",
    reads: "login",
    checks: [
      { kind: "max", characters: 254, message: "Please enter a valid email" },
      {
        kind: "pattern",
        pattern: new RegExp(`^(?:\\d{${PHONE_DIGITS}}|[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+)$`),
        message: "Please enter a valid email",
      },
    ],
  },
  password: { required: "Password is required", reads: "exactly", checks: [] },
} satisfies FormRules;
