import type { FormRules } from "./rules.ts";
import { profileRules } from "./profile.ts";

/** The update-details dialog (docs/product.md, 7.1): a phone as in the profile, a new e-mail or none. */
export const updateDetailsRules = {
  phone: profileRules.phone,
  email_new: {
    trim: true,
    checks: [
      { kind: "max", characters: 254, message: "Please enter a valid email" },
      { kind: "pattern", pattern: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, message: "Please enter a valid email" },
    ],
  },
} satisfies FormRules;
