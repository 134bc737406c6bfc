import { t } from "../../config/language/t.ts";
import { profileRules } from "./profile.ts";
import type { FormRules } from "./rules.ts";

/** The update-details dialog: a phone, and an optional new e-mail (docs/product.md, 7.1). */
export const updateDetailsRules = () =>
  ({
    phone: profileRules().phone,
    email_new: {
      reads: "email",
      checks: [
        { kind: "max", characters: 254, message: t("ui.emailInvalid") },
        { kind: "pattern", pattern: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, message: t("ui.emailInvalid") },
      ],
    },
  }) satisfies FormRules;
