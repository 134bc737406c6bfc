import { t } from "../../config/language/t.ts";
import { LANDLINE, MOBILE_DIGITS } from "../../config/typed/phone.ts";
import { emailRules } from "./person.ts";
import type { FormRules } from "./rules.ts";

/** A mobile number of India, which receives the code. */
export const mobileRules = () =>
  ({
    phone: {
      required: t("fields.mobileMissing"),
      reads: "phone",
      checks: [
        { kind: "not", pattern: LANDLINE, message: t("ui.landline") },
        { kind: "pattern", pattern: MOBILE_DIGITS, message: t("ui.enterMobile") },
      ],
    },
  }) satisfies FormRules;

/** The code in a message to the phone. */
export const phoneCodeRules = () =>
  ({
    code: {
      required: t("fields.phoneCodeMissing"),
      reads: "number",
      checks: [{ kind: "pattern", pattern: /^\d(?:[\s-]?\d){5}$/, message: t("fields.phoneCodeMissing") }],
    },
  }) satisfies FormRules;

/** The address that a shopper adds to an account. */
export const addEmailRules = (exampleEmail: string) => ({ email: emailRules(exampleEmail) }) satisfies FormRules;
