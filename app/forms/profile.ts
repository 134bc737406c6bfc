import { t } from "../../config/language/t.ts";
import { LANDLINE, PHONE_DIGITS } from "../../config/typed/phone.ts";
import type { FormRules } from "./rules.ts";

/** Only the phone can change: ten digits, or none (docs/product.md, 5.4). */
export const profileRules = () =>
  ({
    phone: {
      reads: "phone",
      checks: [
        { kind: "not", pattern: LANDLINE, message: t("ui.landline") },
        { kind: "pattern", pattern: PHONE_DIGITS, message: t("ui.enterMobile") },
      ],
    },
  }) satisfies FormRules;
