import { PHONE_DIGITS } from "#app/constants.ts";

import type { FormRules } from "./rules.ts";

/** Only the phone can change: ten digits, or none (docs/product.md, 5.4). */
export const profileRules = {
  phone: {
    trim: true,
    checks: [
      { kind: "pattern", pattern: new RegExp(`^\\d{${PHONE_DIGITS}}$`), message: "Enter 10-digit mobile number" },
    ],
  },
} satisfies FormRules;
