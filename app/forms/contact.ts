import { CONTACT_MESSAGE_MAX_CHARACTERS } from "#app/base/constants.ts";

import { emailRules, nameRules } from "./person.ts";
import type { FormRules } from "./rules.ts";

export const contactLabels = {
  name: "Name",
  email: "Email",
  organization: "Organisation",
  quantity: "Number of cards",
  message: "Message",
};

/** A bulk enquiry adds an organisation and a number of cards (docs/product.md, 10.2). */
export const contactRules = (exampleEmail: string, isBulk = false) =>
  ({
    name: nameRules(),
    email: emailRules(exampleEmail),
    organization: {
      ...(isBulk && { required: "Please enter your organisation" }),
      reads: "line",
      checks: [
        { kind: "min", characters: 2, message: "Please enter your organisation" },
        { kind: "max", characters: 100, message: "Organisation cannot exceed 100 characters" },
      ],
    },
    quantity: {
      ...(isBulk && { required: "Please enter how many cards you need" }),
      reads: "number",
      checks: [{ kind: "pattern", pattern: /^[1-9]\d{0,4}$/, message: "Please enter a whole number up to 99999" }],
    },
    message: {
      required: "Please enter your message",
      reads: "text",
      checks: [
        { kind: "max", characters: CONTACT_MESSAGE_MAX_CHARACTERS, message: "Message cannot exceed 500 characters" },
      ],
    },
  }) satisfies FormRules;
