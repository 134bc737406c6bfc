import { COUPON_MAX_CHARACTERS } from "#app/base/constants.ts";

import { t } from "../../config/language/t.ts";
import type { FormRules } from "./rules.ts";

/** Load Coins: any code but a blank one, since only the backend can check a code. */
export const couponRules = () =>
  ({
    code: {
      required: t("orders.codeMissing"),
      reads: "code",
      checks: [{ kind: "max", characters: COUPON_MAX_CHARACTERS, message: t("orders.codeTooLong") }],
    },
  }) satisfies FormRules;
