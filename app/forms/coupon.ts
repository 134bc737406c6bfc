import { COUPON_MAX_CHARACTERS } from "#app/constants.ts";
import type { FormRules } from "./rules.ts";

/** Load Coins: anything but blank; which codes are good only the host knows. */
export const couponRules = {
  code: {
    required: "Please enter a voucher code",
    trim: true,
    checks: [{ kind: "max", characters: COUPON_MAX_CHARACTERS, message: "This code is too long" }],
  },
} satisfies FormRules;

/** Upper case letter for letter: a locale's or Unicode's rules would make one code of two (`ß`, `ı`). */
export const toCouponCode = (typed: string) => typed.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
