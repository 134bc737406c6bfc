import { LANDLINE, LANDLINE_PROBLEM, PHONE_DIGITS, PHONE_PROBLEM } from "../../config/typed/phone.ts";
import type { FormRules } from "./rules.ts";

/** Only the phone can change: ten digits, or none (docs/product.md, 5.4). */
export const profileRules = {
  phone: {
    reads: "phone",
    checks: [
      { kind: "not", pattern: LANDLINE, message: LANDLINE_PROBLEM },
      { kind: "pattern", pattern: PHONE_DIGITS, message: PHONE_PROBLEM },
    ],
  },
} satisfies FormRules;
