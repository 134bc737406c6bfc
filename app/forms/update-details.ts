import { profileRules } from "./profile.ts";
import type { FormRules } from "./rules.ts";

/** The update-details dialog: a phone, and an optional new e-mail (docs/product.md, 7.1). */
export const updateDetailsRules = {
  phone: profileRules.phone,
  email_new: {
    reads: "email",
    checks: [
      { kind: "max", characters: 254, message: "Please enter a valid email" },
      { kind: "pattern", pattern: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, message: "Please enter a valid email" },
    ],
  },
} satisfies FormRules;
