import { CONTACT_MESSAGE_MAX_CHARACTERS } from "#app/base/constants.ts";

import { t } from "../../config/language/t.ts";
import { emailRules, nameRules } from "./person.ts";
import type { FormRules } from "./rules.ts";

export const contactLabels = () => ({
  name: t("static.field-name"),
  email: t("static.field-email"),
  organization: t("static.field-organization"),
  quantity: t("static.field-quantity"),
  message: t("static.field-message"),
});

const ORGANIZATION_MAX_CHARACTERS = 100;
/** Five digits. */
const MOST_CARDS = 99_999;

/** A bulk enquiry adds an organisation and a number of cards (docs/product.md, 10.2). */
export const contactRules = (exampleEmail: string, isBulk = false) =>
  ({
    name: nameRules(),
    email: emailRules(exampleEmail),
    organization: {
      ...(isBulk && { required: t("static.organizationMissing") }),
      reads: "line",
      checks: [
        { kind: "min", characters: 2, message: t("static.organizationMissing") },
        {
          kind: "max",
          characters: ORGANIZATION_MAX_CHARACTERS,
          message: t("static.organizationTooLong", { max: ORGANIZATION_MAX_CHARACTERS }),
        },
      ],
    },
    quantity: {
      ...(isBulk && { required: t("static.quantityMissing") }),
      reads: "number",
      checks: [{ kind: "pattern", pattern: /^[1-9]\d{0,4}$/, message: t("static.quantityWrong", { max: MOST_CARDS }) }],
    },
    message: {
      required: t("static.messageMissing"),
      reads: "text",
      checks: [
        {
          kind: "max",
          characters: CONTACT_MESSAGE_MAX_CHARACTERS,
          message: t("static.messageTooLong", { max: CONTACT_MESSAGE_MAX_CHARACTERS }),
        },
      ],
    },
  }) satisfies FormRules;
