import type { FormRules } from "./rules.ts";

/** Spec, section 5: the mobile number is the only field that a shopper may change; ten digits, or none. */
export const profileRules = {
  phone: {
    trim: true,
    checks: [{ kind: "pattern", pattern: /^\d{10}$/, message: "Enter 10-digit mobile number" }],
  },
} satisfies FormRules;
