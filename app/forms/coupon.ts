import { COUPON_MAX_CHARACTERS } from "#app/base/constants.ts";

import type { FormRules } from "./rules.ts";

/** Load Coins: any code but a blank one, since only the backend can check a code. */
export const couponRules = {
  code: {
    required: "Please enter a voucher code",
    reads: "code",
    checks: [{ kind: "max", characters: COUPON_MAX_CHARACTERS, message: "This code is too long" }],
  },
} satisfies FormRules;

/** Upper-cases ASCII letters only: locale or Unicode rules would change other letters (`ß`, `ı`). */
export const toCouponCode = (typed: string) => typed.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
