import { PHONE_PROBLEM, STORED_PHONE } from "../../config/typed/phone.ts";
import type { FormRules } from "./rules.ts";

/** Only the phone can change: ten digits, or none (docs/product.md, 5.4). */
export const profileRules = {
  phone: {
    reads: "phone",
    checks: [{ kind: "pattern", pattern: STORED_PHONE, message: PHONE_PROBLEM }],
  },
} satisfies FormRules;
